import autocannon from "autocannon";

/** A request as it is sent. */
export interface Shot {
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Load {
  url: string;
  connections: number;
  /** One request for all, or one made anew each time. */
  shot: Shot | (() => Shot);
  /** The status of a good answer. */
  status: number;
  /** What a good answer has in its body, where the status does not say all. */
  says?: string;
  /** How long, or how many. */
  until: { seconds: number } | { requests: number };
}

export interface Loaded {
  requests: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Of an answer, with its headers. */
  bytes: number;
  /** Answers with another status or without what a good one says, and requests without an answer. */
  errors: number;
}

/** Asks on so many connections as fast as they are answered. */
export async function saturate({ url, connections, shot, status, says, until }: Load): Promise<Loaded> {
  const times: number[] = [];
  let bytes = 0;
  let others = 0;
  const from = performance.now();
  let last = from;
  const options: autocannon.Options = {
    url,
    connections,
    timeout: 60,
    // How often it looks whether its time is over, too.
    sampleInt: 100,
    ...(says !== undefined && { verifyBody: (body: unknown) => String(body).includes(says) }),
    ...("seconds" in until ? { duration: until.seconds } : { amount: until.requests }),
    ...(typeof shot === "function"
      ? { requests: [{ setupRequest: (before) => ({ ...before, ...shot() }) }] }
      : { requests: [shot] }),
  };
  const { errors, timeouts, mismatches } = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    // Its own histogram counts in whole milliseconds.
    run.on("response", (_client, code, size, ms) => {
      times.push(ms);
      bytes += size;
      last = performance.now();
      if (code !== status) others += 1;
    });
  });
  return {
    requests: times.length,
    perSecond: (1000 * times.length) / Math.max(1, last - from),
    ...percentiles(times),
    bytes: bytes / Math.max(1, times.length),
    errors: Math.max(others, mismatches) + errors + timeouts,
  };
}

function percentiles(times: number[]): { p50: number; p99: number } {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
