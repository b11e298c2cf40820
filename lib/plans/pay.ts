import type { CheckoutDeps, RecordedCall } from "../checkout/context";
import { newCall, type SentCard, type StudentBy, sentBy } from "../checkout/send-card";
import type { PlanKey } from "../db/plans";
import { payableByCard } from "../domain/plan-card";
import { sum } from "../domain/plan-summary";
import { settleCardPayment } from "./settle-card";
import { type Read, type Step, stepOfPlan } from "./write";

/** `changed`: not all of these instalments can be paid now. Nothing was written or sent. */
export type SentPayment = SentCard | { status: "changed" };

/**
 * A card pays instalments of a plan, all of each, as in "Exactly one charge" (contract section 4). The attempt is recorded
 * under the plan's revision before the gateway is called. From then on nothing else debits or pays them, until its outcome
 * is known.
 */
export const payInstalments = (
  all: CheckoutDeps,
  by: StudentBy,
  key: PlanKey,
  numbers: readonly number[],
  cardToken: string,
): Promise<SentPayment> =>
  sentBy<SentPayment>(all, by, {
    begin: (deps) => begin(deps, by, key, numbers, cardToken),
    settle: settleCardPayment,
  });

async function begin(
  deps: CheckoutDeps,
  by: StudentBy,
  key: PlanKey,
  numbers: readonly number[],
  cardToken: string,
): Promise<RecordedCall | SentPayment> {
  // Each try decides anew, and the last one counts.
  const result: { is: RecordedCall | SentPayment } = { is: { status: "not_awaited" } };
  await stepOfPlan(deps, key, by, async (read): Promise<Step | null> => {
    const refused = refusal(read, numbers);
    const instalments = [...numbers];
    const amountCents = sum(read.plan.instalments.filter(({ number }) => numbers.includes(number)));
    const call = refused ?? (await newCall(deps, read.record, by, deps.now(), { amountCents, instalments }));
    if (!call || !("newAttempt" in call)) {
      // One has just become free.
      result.is = call ?? { status: "calls_used_up", waitSeconds: 1 };
      return null;
    }
    const { newAttempt: charged, ...toSend } = call;
    result.is = { record: { ...read.record, attempt: charged.row }, cardToken, ...toSend };
    const begun = { id: charged.row.id, numbers, paidAt: null, refundedCents: 0 };
    const cardPayments = [...read.plan.cardPayments, begun];
    return { after: { ...read.plan, cardPayments }, charged, events: [] };
  });
  return result.is;
}

function refusal({ plan, today }: Read, numbers: readonly number[]): SentPayment | null {
  // Another window pays.
  if (plan.cardPayments.some(({ paidAt }) => paidAt === null)) return { status: "not_awaited" };
  const payable = payableByCard(plan, today).map(({ number }) => number);
  const isOnceEach = numbers.length > 0 && new Set(numbers).size === numbers.length;
  const areAll = isOnceEach && numbers.every((number) => payable.includes(number));
  return areAll ? null : { status: "changed" };
}
