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
  /** How far this machine's clock was ahead of the database's when they were last compared. */
  aheadMs(): number;
  /** The last known result. It never waits. */
  known(): Promise<Checks>;
  /** A result of the last second, or of the last five if the database is slow. */
  recent(): Promise<Checks>;
}

/** Only these make a server not ready. Everything else passes by itself, or fails alike on every server. */
const REASONS = ["migrations", "keys", "draining"] as const;

export function readinessOf(checks: Checks): z.output<typeof readiness> {
  const ready = REASONS.every((name) => checks[name] === "pass");
  const isWell = Object.values(checks).every((one) => one === "pass");
  return { ready, status: isWell ? "ready" : ready ? "degraded" : "not_ready", checks };
}
