import { z } from "zod";
import { readHealth } from "../db/health";
import type { Deps } from "../deps";

export interface HealthState {
  /** The process is about to end: load balancers should send new requests elsewhere. */
  isDraining: boolean;
}

const CHECKS = ["database", "migrations", "keys", "pool", "renderer", "clock", "draining"] as const;
const check = z.enum(["pass", "fail"]);
export type Checks = Record<(typeof CHECKS)[number], z.output<typeof check>>;

export const readiness = z.object({ ready: z.boolean(), checks: z.record(z.enum(CHECKS), check) });

/**
 * D-113: whether the process can do its work, check by check. Contract section 6. Nothing is kept: who asks while the
 * database is being asked shares its answer, so that a flood takes one connection at most. A process that is told to
 * stop says so at once, with what it found before.
 */
export function createHealth(deps: Deps, state: HealthState): () => Promise<Checks> {
  const pass = (good: boolean) => (good ? "pass" : "fail");
  let asking: Promise<Checks> | undefined;
  let found: Checks | undefined;

  function isRendererWell(): boolean {
    try {
      return deps.agreements.isWell();
    } catch {
      // The renderer's worker has ended, and another could not be started.
      return false;
    }
  }

  async function examine(): Promise<Checks> {
    const from = performance.now();
    const { database, migrations, pool, at } = await readHealth(deps.db);
    if (at) deps.clock.learn(at, from);
    found = {
      database: pass(database),
      migrations: pass(migrations),
      keys: pass(deps.keysAreChecked()),
      pool: pass(pool),
      renderer: pass(isRendererWell()),
      clock: pass(deps.clock.isRight()),
      draining: pass(!state.isDraining),
    };
    return found;
  }

  return async () => {
    if (state.isDraining && found) return { ...found, draining: "fail" };
    asking ??= examine().finally(() => {
      asking = undefined;
    });
    return { ...(await asking), draining: pass(!state.isDraining) };
  };
}
