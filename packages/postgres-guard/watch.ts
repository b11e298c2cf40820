import { setImmediate } from "node:timers/promises";
import type { Connection } from "./connection";

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
  /** @param at which of the hosts */
  ask(at: number): Promise<Opinion>;
  fault(): Error;
}

/**
 * Closes connections that will never answer. An answer is late because the server is at work, or because the
 * connection is dead, which TCP alone would show after a quarter of an hour. So its host is asked over a new one: where
 * it is not at work for the old one, or is silent and another host has its place, this is closed, and with it what is idle
 * there. Time alone closes nothing: a host that is only slow answers in the end.
 * See docs/decisions/010-lost-connections.md.
 * @returns what ends the watch
 */
export function watch(
  connections: ReadonlySet<Connection>,
  { silenceMs, ask, fault }: WatchOptions,
): () => void {
  const underWay = new Set<number>();
  const close = (connection: Connection) => connection.destroy(fault());

  const silence = ({ askedAt, heardAt }: Connection, now: number) =>
    askedAt === null ? 0 : now - Math.max(askedAt, heardAt);

  async function examine(at: number) {
    if (underWay.has(at)) return;
    underWay.add(at);
    const from = performance.now();
    const opinion = await ask(at);
    // What has arrived by now is read first, also where this process stood still.
    await setImmediate();
    underWay.delete(at);
    if (opinion === "unknown") return;
    const unheard = [...connections].filter((one) => one.at === at && one.heardAt < from);
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
    for (const one of connections) if (silence(one, now) > silenceMs) void examine(one.at);
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

const LOOK_EVERY_MS = 250;
