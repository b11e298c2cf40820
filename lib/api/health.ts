import { z } from "zod";

const CHECKS = ["database", "migrations", "keys", "pool", "renderer", "clock", "draining"] as const;
const check = z.enum(["pass", "fail"]);
export type Checks = Record<(typeof CHECKS)[number], z.output<typeof check>>;

export const readiness = z.object({
  ready: z.boolean(),
  status: z.enum(["ready", "degraded", "not_ready"]),
  checks: z.record(z.enum(CHECKS), check),
});

export interface Health {
  /** Of this machine's clock, when it was last compared with the database's. */
  aheadMs(): number;
  /** What was found last, without a wait. */
  known(): Promise<Checks>;
  /** What was found within the last second, or, where the database takes longer than that, within the last five. */
  recent(): Promise<Checks>;
}

/** What keeps requests away. All else passes by itself, or fails at every server alike: requests tell of it themselves. */
const REASONS = ["migrations", "keys", "draining"] as const;

/** The body of `/readyz`. */
export function readinessOf(checks: Checks): z.output<typeof readiness> {
  const ready = REASONS.every((name) => checks[name] === "pass");
  const isWell = Object.values(checks).every((one) => one === "pass");
  return { ready, status: isWell ? "ready" : ready ? "degraded" : "not_ready", checks };
}
