import { z } from "zod";
import { readHealth } from "../db/health";
import type { Deps } from "../deps";
import { type Operation, operation } from "../http/operation";

/** What the process knows of itself. */
export interface HealthState {
  /** It is about to end: requests under way are finished, and others go elsewhere. */
  isDraining: boolean;
}

const check = z.enum(["pass", "fail"]);
type Check = z.output<typeof check>;
const CHECKS = ["database", "migrations", "keys", "pool", "renderer", "clock", "draining"] as const;

const ready = z.object({
  ready: z.boolean(),
  checks: z.object(
    Object.fromEntries(CHECKS.map((name) => [name, check])) as Record<CheckName, typeof check>,
  ),
});
type CheckName = (typeof CHECKS)[number];

/** A flood of questions is one to the database in this time. */
const FRESH_MS = 1_000;
/** Codes, sessions and evidence are dated by this process; the database's clock decides what is due. */
const MOST_CLOCK_DRIFT_MS = 30_000;

/** For load balancers and supervisors: whether the process lives, and whether it can do its work. Contract section 6. */
export function healthOperations(deps: Deps, state: HealthState): Operation[] {
  let asked: { at: number; checks: Promise<Record<CheckName, Check>> } | undefined;

  function isRendererWell(): boolean {
    try {
      return deps.agreements.isWell();
    } catch {
      // Another worker could not be started.
      return false;
    }
  }

  async function examine(): Promise<Record<CheckName, Check>> {
    const { database, migrations, pool, clockDriftMs } = await readHealth(deps.db, deps.now);
    const pass = (good: boolean): Check => (good ? "pass" : "fail");
    return {
      database: pass(database),
      migrations: pass(migrations),
      keys: pass(deps.keysAreChecked()),
      pool: pass(pool),
      renderer: pass(isRendererWell()),
      clock: pass(Math.abs(clockDriftMs) <= MOST_CLOCK_DRIFT_MS),
      draining: pass(!state.isDraining),
    };
  }

  return [
    operation({
      id: "getLiveness",
      method: "GET",
      path: "/livez",
      tag: "Health",
      summary: "Whether the process answers",
      description: "For supervisors: it asks nothing of anything else.",
      access: "unlimited",
      internal: true,
      responses: { 200: { description: "It does.", schema: z.object({ live: z.literal(true) }) } },
      errors: [],
      run: async () => ({ status: 200, body: { live: true } }),
    }),
    operation({
      id: "getReadiness",
      method: "GET",
      path: "/readyz",
      tag: "Health",
      summary: "Whether the process can do its work",
      description: "For load balancers. A check that fails says what to look at.",
      access: "unlimited",
      internal: true,
      responses: {
        200: { description: "It can.", schema: ready },
        503: { description: "It cannot: one of the checks fails.", schema: ready },
      },
      errors: [],
      run: async () => {
        const now = performance.now();
        if (!asked || now - asked.at > FRESH_MS) asked = { at: now, checks: examine() };
        const checks = { ...(await asked.checks), draining: state.isDraining ? "fail" : "pass" };
        const isReady = Object.values(checks).every((one) => one === "pass");
        return { status: isReady ? 200 : 503, body: { ready: isReady, checks } };
      },
    }),
  ];
}
