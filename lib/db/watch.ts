import { setImmediate } from "node:timers/promises";

/** One of the pool's connections, as the patched driver keeps it. Times are those of `performance.now()`. */
export interface Backend {
  /** What the server, or a pooler, calls it. */
  pid: number | null;
  host: string | null;
  port: number | null;
  /** When the query was sent whose answer is awaited; null where none is. */
  askedAt: number | null;
  /** When the last bytes came. */
  heardAt: number;
  /** Closes the socket at once: what waits for an answer on it fails with this error. */
  destroy(error: Error): void;
}

/** What a host says of itself over a new connection. */
export type Opinion =
  /** It is silent, and another host takes the writes. */
  | "replaced"
  /** Nothing about connections: it is full, or a pooler, or so slow that it says nothing at all. */
  | "unknown"
  /** It answers, and is at work for the connections with these pids. */
  | ReadonlySet<number>;

export interface WatchOptions {
  /** Milliseconds without an answer after which the host is asked why. */
  silenceMs: number;
  ask(host: string | null, port: number | null): Promise<Opinion>;
  fault(): Error;
}

/**
 * D-131: closes connections that will never answer. An answer is late because the server is at work, or because the
 * connection is dead, which TCP alone would show after a quarter of an hour. So its host is asked over a new one: where
 * it is not at work for the old one, or is silent and another host has its place, this is closed, and with it what is idle
 * there. Time alone closes nothing: a host that is only slow answers in the end.
 * @returns what ends the watch
 */
export function watch(backends: Set<Backend>, { silenceMs, ask, fault }: WatchOptions): () => void {
  const underWay = new Set<string>();
  const close = (backend: Backend) => backend.destroy(fault());

  const silence = ({ askedAt, heardAt }: Backend, now: number) =>
    askedAt === null ? 0 : now - Math.max(askedAt, heardAt);

  async function examine(host: string | null, port: number | null) {
    const address = `${host}:${port}`;
    if (underWay.has(address)) return;
    underWay.add(address);
    const from = performance.now();
    const opinion = await ask(host, port);
    // What has arrived by now is read first, also where this process stood still.
    await setImmediate();
    underWay.delete(address);
    if (opinion === "unknown") return;
    const unheard = [...backends].filter(
      (one) => one.host === host && one.port === port && one.heardAt < from,
    );
    if (opinion === "replaced") return unheard.forEach(close);
    const late = unheard.filter(
      (one) => one.askedAt !== null && silence(one, from) >= silenceMs && !opinion.has(one.pid ?? 0),
    );
    for (const one of late) close(one);
    // An idle one may be as dead, and has nothing to lose.
    if (late.length > 0) for (const one of unheard) if (one.askedAt === null) close(one);
  }

  const timer = setInterval(() => {
    const now = performance.now();
    for (const backend of backends) {
      if (silence(backend, now) > silenceMs) void examine(backend.host, backend.port);
    }
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

const LOOK_EVERY_MS = 250;
