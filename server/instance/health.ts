import type { Checks, Health } from "../../lib/api/health";
import type { ServiceDeps } from "../../lib/api/operation";
import { inTime } from "../../packages/dates/time";
import { type DatabaseHealth, readHealth, SILENT } from "../../packages/postgres-guard/health";

export interface HealthState {
  /** The process is about to end: load balancers should send new requests elsewhere. */
  isDraining: boolean;
}

/** The database is asked again after this. */
const FRESH_MS = 1_000;
/** What was found is not worth telling after this: a look may take three seconds. */
const OLD_MS = 5_000;
/** A difference that is worth telling; the database's clock decides all the same. */
const MAX_AHEAD_MS = 30_000;
/** How long a caller that wants a newer look waits for it. */
const PATIENCE_MS = 900;

/**
 * Whether the process can do its work, check by check, as a look at the database found it. Contract section 6.
 * See docs/decisions/048-health.md.
 */
export function createHealth(deps: ServiceDeps, state: HealthState): Health {
  let found: { of: DatabaseHealth; at: number } | undefined;
  let looking: Promise<DatabaseHealth> | undefined;

  async function look(): Promise<DatabaseHealth> {
    const health = await readHealth(deps.db);
    looking = undefined;
    // A database that says nothing has lost none of its migrations.
    const of = { ...health, migrations: health.migrations ?? found?.of.migrations ?? true };
    found = { of, at: performance.now() };
    return of;
  }

  async function within(ageMs: number): Promise<Checks> {
    const age = found ? performance.now() - found.at : Number.POSITIVE_INFINITY;
    if (found && age < FRESH_MS) return told(found.of);
    looking ??= look();
    if (!found) return told(await looking);
    if (state.isDraining || age < ageMs) return told(found.of);
    const late = age < OLD_MS ? found.of : { ...SILENT, migrations: found.of.migrations };
    return told(await inTime(looking, PATIENCE_MS, () => late));
  }

  function told({ database, migrations, pool, aheadMs }: DatabaseHealth): Checks {
    const pass = (good: boolean) => (good ? "pass" : "fail");
    return {
      database: pass(database),
      migrations: pass(migrations ?? true),
      keys: pass(deps.keysAreChecked()),
      pool: pass(pool),
      renderer: pass(isRendererWell()),
      clock: pass(aheadMs === null || Math.abs(aheadMs) <= MAX_AHEAD_MS),
      draining: pass(!state.isDraining),
    };
  }

  function isRendererWell(): boolean {
    try {
      return deps.agreements.isWell();
    } catch {
      // The renderer's worker has ended, and another could not be started.
      return false;
    }
  }

  return {
    aheadMs: () => found?.of.aheadMs ?? 0,
    known: () => within(OLD_MS),
    recent: () => within(FRESH_MS),
  };
}
