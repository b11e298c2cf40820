import type { CheckoutDeps } from "../checkout/context";
import { SYSTEM } from "../checkout/load";
import { raiseAlert } from "../db/alerts";
import type { DebitRow } from "../db/plans";
import type { DebitReason, DebitStatus } from "../domain/plan";
import { afterDebit, whoIsTold } from "../domain/plan-results";
import type { PlanEventType } from "../domain/states";
import type { DebitResult } from "../gateway/debit-port";
import { type Step, stepOfPlan } from "./write";

const STATUS: Record<DebitResult["status"], DebitStatus> = {
  pending: "Sent",
  paid: "Paid",
  dishonoured: "Dishonoured",
  reversed: "Reversed",
  refused: "Refused",
};

/**
 * Records what the processor says of a debit, with what follows for its plan, in one transaction. The hand-over, recovery
 * and the reports may all come here, in any order.
 */
export async function settleDebit(deps: CheckoutDeps, read: DebitRow, result: DebitResult): Promise<void> {
  const outcome: { status: DebitStatus; reason: DebitReason | null } = {
    status: STATUS[result.status],
    reason: "reason" in result ? result.reason : null,
  };
  let alert: Step["alert"];
  let contradiction: Step["alert"];
  const done = await stepOfPlan(deps, read, SYSTEM, ({ plan, record }) => {
    const before = plan.debits.find(({ id }) => id === read.id);
    if (!before) return null;
    // What waited for its hand-over is debited later than was planned.
    const debits = plan.debits.map((each) => (each === before ? { ...each, date: result.date } : each));
    const { plan: after, events } = afterDebit({ ...plan, debits }, before, outcome);
    const now = after.debits.find(({ id }) => id === read.id);
    if (contradicts(before.status, outcome.status))
      contradiction = unexplained(read, {
        ...{ reason: "contradicted", known: before.status, told: outcome.status },
        provider_order_id: record.checkout.providerOrderId,
      });
    if (!now || now.status === before.status) return null;
    const row: DebitRow = {
      ...read,
      status: now.status,
      reason: now.reason,
      date: now.date,
      gatewayReference: result.reference ?? read.gatewayReference,
      updatedAt: record.readAt,
      dueAt: null,
      leaseUntil: null,
    };
    const { reason } = now;
    alert =
      whoIsTold(now) === "operator"
        ? unexplained(row, { reason, provider_order_id: record.checkout.providerOrderId })
        : undefined;
    const told: readonly PlanEventType[] = now.status === "Sent" ? ["debit.sent", ...events] : events;
    return {
      after,
      moved: { row, from: before.status },
      events: told,
      debit: { ...now, updatedAt: record.readAt },
      alert,
    };
  });
  if (done && alert)
    deps.log.error(alert, "A debit failed for a technical reason, or for none that was told");
  if (contradiction && (await raiseAlert(deps.db, contradiction, deps.now())))
    deps.log.error(contradiction, "The processor contradicts what it told of a debit");
}

/** Money that came after all, or went again without a reversal. No older report explains it. */
const contradicts = (known: DebitStatus, told: DebitStatus): boolean =>
  (isNeverPaid(known) && told === "Paid") || (known === "Paid" && isNeverPaid(told));

const isNeverPaid = (status: DebitStatus) => status === "Dishonoured" || status === "Refused";

/** The student is told nothing: an operator finds out why. */
export const unexplained = (debit: DebitRow, why: Record<string, string | null>) => {
  const { id: reference, gateway, checkoutId, providerId } = debit;
  const details = { ...why, gateway, checkout_id: checkoutId, provider_id: providerId };
  return { kind: "debit_unexplained", reference, details } as const;
};
