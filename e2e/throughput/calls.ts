import { execFile } from "node:child_process";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";

/** One tenant's call that is measured. */
export interface Call {
  url: string;
  key: string;
}

/** Without a key it is of pages. */
export interface Flood extends Call {
  connections: number;
  /** Of each request's body; 0 floods with GETs. */
  bodyBytes: number;
  /** How long it runs before anything is measured, in milliseconds; by default two seconds. */
  headStartMs?: number;
}

export interface Round {
  /** Milliseconds of the steady tenant's calls. */
  p50: number;
  p99: number;
  /** Of its calls, those that were not answered 200. */
  failures: number;
  /** What the flood was answered, by status. */
  flood: Record<string, number>;
}

/** Calls steadily, 20 a second, whether or not the call before has its answer, beside a flood or alone. */
export async function measure(steady: Call, seconds: number, flood: Flood | null): Promise<Round> {
  const flooding = flood && startFlood(flood, seconds + 3);
  // The bucket of the flood, which everyone may empty at once, is empty by then.
  if (flooding) await pause(flood.headStartMs ?? 2_000);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const calls: Promise<{ ms: number; status: number }>[] = [];
  for (let i = 0; i < seconds * 20; i++) {
    calls.push(call(agent, steady));
    await pause(50);
  }
  const results = await Promise.all(calls);
  agent.destroy();
  const times = results.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    p50: at(0.5),
    p99: at(0.99),
    failures: results.filter(({ status }) => status !== 200).length,
    flood: (await flooding) ?? {},
  };
}

async function startFlood({ url, key, connections, bodyBytes }: Flood, seconds: number) {
  const program = join(import.meta.dirname, "flood.mjs");
  const given = [program, url, key, String(connections), String(seconds), String(bodyBytes)];
  const { stdout } = await promisify(execFile)(process.execPath, given);
  return JSON.parse(stdout) as Record<string, number>;
}

function call(agent: Agent, { url, key }: Call): Promise<{ ms: number; status: number }> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers: { Authorization: `Bearer ${key}` } }, (incoming) => {
      incoming.resume();
      incoming.on("end", () => resolve({ ms: performance.now() - from, status: incoming.statusCode ?? 0 }));
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
