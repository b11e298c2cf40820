import { CheckoutError } from "../domain/errors";
import { type Cents, formatMoney } from "../domain/money";
import type { RefundResult } from "../gateway/port";

const REFUSALS = {
  exceeds_paid: ["refund_exceeds_paid", "The processor says that less is left of this payment."],
  not_yet: ["refund_not_possible_yet", "The processor cannot refund this payment yet."],
  not_applicable: ["refund_not_applicable", "The processor cannot refund this payment."],
} as const;

export function refusal({
  reason,
  possibleFrom,
}: Extract<RefundResult, { status: "refused" }>): CheckoutError {
  const [code, detail] = REFUSALS[reason];
  const from = { possible_from: possibleFrom?.toISOString() ?? null };
  return new CheckoutError(code, detail, reason === "not_yet" ? { extra: from } : {});
}

export const exceedsPaid = (leftCents: Cents) =>
  new CheckoutError(
    "refund_exceeds_paid",
    `You can refund at most ${formatMoney(Math.max(0, leftCents))} of this payment.`,
  );

export const noSuchDebit = () =>
  new CheckoutError("refund_not_applicable", "This checkout has no debit with this id.");

export const unavailable = (detail: string) =>
  new CheckoutError("service_unavailable", `${detail} Nothing was refunded.`, { retryAfterSeconds: 60 });
