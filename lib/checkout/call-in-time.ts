import { within } from "../../packages/dates/time";
import { type AttemptKey, extendUnsent } from "../db/charge-attempts";
import type { CheckoutDeps } from "./context";

/**
 * A call begins within this time. Recovery and operators leave it alone until the gateway's time-out has passed after that,
 * so that nobody ends a call that is still in progress.
 */
const RECOVERY_MARGIN_MS = 10_000;

/** For a call that is about to be recorded. */
export function callOf(deps: CheckoutDeps) {
  const recoverAfterMs = deps.gatewayTimeoutMs + RECOVERY_MARGIN_MS;
  const isInTime = within(RECOVERY_MARGIN_MS);
  return {
    recoverAfterMs,
    /** Whether the charge may be sent. @param isRefusing an alert says that the gateway refuses our credentials */
    async sendsInTime(attempt: AttemptKey, isRefusing: boolean): Promise<boolean> {
      if (isRefusing && !(await deps.gateway.takesCharges(true))) return false;
      if (isInTime()) return true;
      // Postpones recovery first, unless it has begun.
      const isStillInTime = within(RECOVERY_MARGIN_MS);
      return (await extendUnsent(deps.db, attempt, recoverAfterMs)) && isStillInTime();
    },
  };
}
