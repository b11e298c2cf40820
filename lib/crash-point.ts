/**
 * True in test builds only. Elsewhere the build replaces it by `false` and removes what depends on it. See next.config.mjs.
 */
declare const __CRASH_POINTS__: boolean | undefined;

/** The edges of create, confirm, refund, mail and keyed requests at which a test kills the process, in the order in which they come. */
export const CRASH_POINTS = [
  "create.before_claim",
  "create.claimed",
  "create.charged",
  "create.recorded",
  "create.plan_recorded",
  "confirm.read",
  "confirm.recorded",
  "agreement.rendered",
  "refund.recorded",
  "refund.made",
  "debit.recorded",
  "debit.made",
  "mail.taken",
  "keyed.claimed",
  "keyed.done",
] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

/** Ends the process at once, as `kill -9` would, if a test asked for this point. */
export function crashPoint(name: CrashPoint): void {
  if (typeof __CRASH_POINTS__ !== "undefined" && __CRASH_POINTS__ && process.env.CRASH_AT === name)
    process.kill(process.pid, "SIGKILL");
}
