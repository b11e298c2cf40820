import { z } from "zod";
import { readHealth } from "../db/health";
import type { Deps } from "../deps";

export interface HealthState {
  /** The process is about to end: load balancers should send new requests elsewhere. */
  isDraining: boolean;
}

const CHECKS = ["database", "migrations", "keys", "pool", "renderer", "clock", "draining"] as const;
const check = z.enum(["pass", "fail"]);
type Checks = Record<(typeof CHECKS)[number], z.output<typeof check>>;

export const readiness = z.object({ ready: z.boolean(), checks: z.record(z.enum(CHECKS), check) });

export interface Health {
  checks: Checks;
  /** How far this process's clock is ahead of the database's; 0 where nobody knows. */
  clockDriftMs: number;
}

/** The checks are kept this long, so that a flood of questions does not reach the database. */
const FRESH_MS = 1_000;
/** Sessions and evidence are dated by this process's clock, expiry is decided by the database's (D-123). */
const MOST_CLOCK_DRIFT_MS = 30_000;

/** D-113: whether the process can do its work, check by check. Contract section 6. */
export function createHealth(deps: Deps, state: HealthState): () => Promise<Health> {
  const pass = (good: boolean) => (good ? "pass" : "fail");
  let asked: { at: number; health: Promise<Health> } | undefined;

  function isRendererWell(): boolean {
    try {
      return deps.agreements.isWell();
    } catch {
      // The renderer's worker has ended, and another could not be started.
      return false;
    }
  }

  async function examine(): Promise<Health> {
    const { database, migrations, pool, clockDriftMs } = await readHealth(deps.db, deps.now);
    const checks: Checks = {
      database: pass(database),
      migrations: pass(migrations),
      keys: pass(deps.keysAreChecked()),
      pool: pass(pool),
      renderer: pass(isRendererWell()),
      clock: pass(Math.abs(clockDriftMs) <= MOST_CLOCK_DRIFT_MS),
      draining: pass(!state.isDraining),
    };
    return { checks, clockDriftMs };
  }

  return async () => {
    const now = performance.now();
    if (!asked || now - asked.at > FRESH_MS) asked = { at: now, health: examine() };
    const { checks, clockDriftMs } = await asked.health;
    return { checks: { ...checks, draining: pass(!state.isDraining) }, clockDriftMs };
  };
}
