import { setImmediate } from "node:timers/promises";
import type { Connection } from "./connection";
import { deadlineMissed } from "./errors";
import type { Hosts, Opinion } from "./hosts";

interface Watched {
  connections: ReadonlySet<Connection>;
  hosts: Hosts;
  /** Milliseconds without a response after which the host is asked why. */
  silenceMs: number;
}

/**
 * Closes connections that will never answer. An answer is late because the server is at work, or because the
 * connection is dead, which TCP alone would show after a quarter of an hour. So its host is asked over a new one: where
 * it is not at work for the old one, this is closed; where it is silent and another host has its place, all that it has not
 * answered since. Time alone closes nothing: a host that is only slow answers in the end. What is idle meanwhile the pool
 * closes, once a lost connection is given back.
 * See docs/decisions/010-lost-connections.md.
 * @returns what ends the watch
 */
export function watch({ connections, hosts, silenceMs }: Watched): () => void {
  const underWay = new Set<number>();

  const silence = ({ isAsked, askedAt, heardAt }: Connection, now: number) =>
    isAsked ? now - Math.max(askedAt, heardAt) : 0;

  async function examine(at: number) {
    if (underWay.has(at)) return;
    underWay.add(at);
    const from = performance.now();
    const opinion = await opinionOf(hosts, at);
    // What has arrived by now is read first, also where this process stood still.
    await setImmediate();
    underWay.delete(at);
    if (opinion === "unknown") return;
    for (const one of connections) {
      if (one.at !== at || one.heardAt >= from) continue;
      const isDead = opinion === "replaced" || (silence(one, from) >= silenceMs && !opinion.has(one.pid));
      if (isDead) one.destroy(deadlineMissed());
    }
  }

  const timer = setInterval(() => {
    const now = performance.now();
    for (const one of connections) if (silence(one, now) > silenceMs) void examine(one.at);
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

const LOOK_EVERY_MS = 250;

/** What a host says of itself, or that it is silent and another one takes the writes. */
async function opinionOf(hosts: Hosts, at: number): Promise<Opinion | "replaced"> {
  const opinion = await hosts.ask(at).catch(() => "unknown" as const);
  if (opinion) return opinion;
  for (let other = 0; other < hosts.count; other++) {
    if (other === at || !(await hosts.ask(other).catch(() => null))) continue;
    if (hosts.first === at) hosts.first = other;
    return "replaced";
  }
  return "unknown";
}
