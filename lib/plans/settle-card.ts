import { present } from "../../packages/text/narrow";
import type { CheckoutDeps, Source } from "../checkout/context";
import { SYSTEM } from "../checkout/load";
import { alertTaken, attemptAfter, isRecorded, type Outcome } from "../checkout/settle";
import { findPlanCharges, isOpen } from "../db/charge-attempts";
import type { CheckoutRecord } from "../db/checkout-records";
import { afterCardPayment } from "../domain/plan-card";
import { frequencyOf } from "../domain/schedule";
import { eventsOfChange, type Read, type Step, stepOfPlan } from "./write";

type Attempt = NonNullable<CheckoutRecord["attempt"]>;

/**
 * Records what became of a card payment of instalments, with what follows for the plan, in one transaction. If it took
 * nothing they are free again. Its request and recovery may both come here, in any order.
 */
export async function settleCardPayment(
  deps: CheckoutDeps,
  read: CheckoutRecord,
  outcome: Outcome,
  { by = SYSTEM }: { by?: Source } = {},
): Promise<{ attempt: Attempt }> {
  const { providerId, id: checkoutId } = read.checkout;
  const begun = present(read.attempt, "charge attempt");
  let attempt: Attempt = begun;
  await stepOfPlan(deps, { providerId, checkoutId }, by, async (found) => {
    const all = await findPlanCharges(deps.db, providerId, checkoutId);
    // By its time, because its id may have become that of a charge that the records had lost.
    const now = all.find(({ createdAt }) => createdAt.getTime() === begun.createdAt.getTime());
    if (!now) return null;
    attempt = now;
    if (!isOpen(now)) {
      if (now.status !== "succeeded") await alertTaken(deps, read, now, outcome);
      return null;
    }
    if (isRecorded(deps, { ...found.record, attempt: now }, outcome)) return null;
    const change = attemptAfter(deps, now, outcome, deps.now());
    attempt = { ...now, ...change };
    return { ...stepAfter(found, attempt), settled: { read: now, change } };
  });
  return { attempt };
}

/** What becomes of the plan. */
function stepAfter({ plan, today, record }: Read, attempt: Attempt): Step {
  if (isOpen(attempt)) return { after: plan, events: [] };
  const numbers = attempt.instalments ?? [];
  const others = plan.cardPayments.filter(({ paidAt }) => paidAt !== null);
  if (attempt.status !== "succeeded") return { after: { ...plan, cardPayments: others }, events: [] };
  const paid = { id: attempt.id, numbers, paidAt: record.readAt, refundedCents: 0 };
  const frequency = frequencyOf(record.checkout.paymentFrequency);
  const cardPayments = [...others, paid];
  const after = afterCardPayment({ ...plan, cardPayments }, numbers, { today, frequency });
  return {
    after,
    events: eventsOfChange(after),
    change: { kind: "card_payment", by: "student", number: null, paid: numbers, effectiveOn: today },
  };
}
