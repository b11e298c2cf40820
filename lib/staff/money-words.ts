import { type CalendarDate, formatDay } from "../../packages/dates/calendar";
import { dateInZone } from "../../packages/dates/zone";
import { type Cents, formatMoney } from "../domain/money";
import type { RefundStatus } from "../domain/refunds";
import { type CheckoutStatus, isCompleted, isResultOf } from "../domain/states";

export interface MoneyFacts {
  /** Oldest first. */
  refunds: readonly { status: RefundStatus; amountCents: Cents; createdAt: Date; updatedAt: Date }[];
  /** Other checkouts with the same email address. */
  others: readonly {
    reference: string;
    course: string;
    priceCents: Cents;
    refundedCents: Cents;
    status: CheckoutStatus;
  }[];
}

/** Whether the student has the money again, and since when. */
export const refunded = (
  { refunds, today }: Pick<MoneyFacts, "refunds"> & { today: CalendarDate },
  timeZone: string,
): string[] =>
  refunds.map(({ status, amountCents, createdAt, updatedAt }) => {
    const amount = formatMoney(amountCents);
    const day = (at: Date) => formatDay(dateInZone(at, timeZone), today);
    switch (status) {
      case "Requested":
      case "Pending":
        return `A refund of ${amount} was asked for on ${day(createdAt)}, and is not confirmed yet.`;
      case "Succeeded":
        return `${amount} was refunded on ${day(updatedAt)}. A bank can take 10 business days to show it.`;
      case "Failed":
        return `A refund of ${amount} failed on ${day(updatedAt)}: the student does not have this money.`;
      default:
        return status satisfies never;
    }
  });

export const paidTwice = ({ others }: Pick<MoneyFacts, "others">): string[] =>
  others
    .filter(({ status }) => isCompleted(status))
    .map(
      ({ reference, course, priceCents, refundedCents, status }) =>
        `Another checkout of this student is ${isResultOf("confirm", status) ? "signed" : "paid"}: ${formatMoney(priceCents)} for ${course}, ${reference}.${refundedCents > 0 ? ` ${formatMoney(refundedCents)} of it is refunded.` : ""}`,
    );
