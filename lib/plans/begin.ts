import { later } from "../../packages/dates/time";
import { present } from "../../packages/text/narrow";
import { LEASE_MS } from "../../packages/turns/lease";
import { derivedId } from "../crypto/derived-id";
import type { DebitRow, PlanKey } from "../db/plans";
import type { PlanInstalment } from "../domain/plan";
import { dateToAskFor } from "../domain/plan-dates";
import type { Read, Step } from "./write";

export interface Begun extends Step {
  begun: DebitRow;
}

/** A service that was restored from a backup sends the same keys again, and a key debits at most once. */
export const debitKey = ({ providerId, checkoutId }: PlanKey, number: number, attempt: number) =>
  derivedId("dbt", `${providerId} ${checkoutId} ${number} ${attempt}`);

/**
 * The next debit of a payment, which is not planned any more.
 * @param by the account that is debited, where it may be a former one
 */
export function begin(
  { row, plan, today, record }: Read,
  one: PlanInstalment,
  now: Date,
  by: Pick<DebitRow, "gateway" | "authority"> = {
    gateway: row.gateway,
    authority: present(record.dda?.debitReference, "registered bank account"),
  },
): Begun {
  const { number } = one;
  const attempt = one.attempts + 1;
  const { providerId, checkoutId } = row;
  const until = later(now, LEASE_MS);
  const begun: DebitRow = {
    providerId,
    id: debitKey(row, number, attempt),
    checkoutId,
    number,
    attempt,
    amountCents: one.amountCents,
    date: dateToAskFor(one.debitDate, today),
    ...by,
    gatewayReference: null,
    status: "Sending",
    reason: null,
    createdAt: record.readAt,
    updatedAt: record.readAt,
    dueAt: until,
    leaseUntil: until,
    recoveries: 0,
  };
  const instalments = plan.instalments.map((each) =>
    each === one ? { ...one, handOverOn: null, attempts: attempt } : each,
  );
  return {
    after: {
      ...plan,
      instalments,
      debits: [...plan.debits, { ...begun, refundedCents: 0, isOfFormerAccount: false }],
    },
    begun,
    events: [],
  };
}
