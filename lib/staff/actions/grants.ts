import type { StaffAction } from "../../../drizzle/vocabulary";
import { formatShortDate } from "../../../packages/dates/calendar";
import { dateInZone } from "../../../packages/dates/zone";
import { propertyOf } from "../../../packages/text/narrow";
import type { StoredRecord } from "../../db/checkout-records";
import type { Db } from "../../db/client";
import { findPlan } from "../../db/plans";
import { listRefunds } from "../../db/refunds";
import { findActs } from "../../db/staff-acts";
import { chargesOf } from "../../db/staff-lists";
import type { Id } from "../../domain/ids";
import { type Cents, formatMoney } from "../../domain/money";
import type { PlanDebit } from "../../domain/plan";
import { phaseOf } from "../../domain/plan-states";
import { cardOf, localMoment } from "../answers";

type ActRecord = Awaited<ReturnType<typeof findActs>>[number];

/** A refund that somebody has granted, and that nobody has sent or withdrawn. */
export interface Grant {
  id: Id<"act">;
  /** Of the charge or the debit. */
  paymentId: string;
  amountCents: Cents;
  reason: string;
  by: string;
  at: Date;
}

/** A payment that took money. */
interface Refundable {
  id: Id<"cat"> | Id<"dbt">;
  what: string;
  /** Where its money came from, and goes back to. */
  to: string;
  /** Less what goes back, has gone back, or is granted. */
  leftCents: Cents;
}

/** More than anybody does to one checkout. */
const MAX_ACTS = 1_000;

export const actsOf = (db: Db, { checkout }: Pick<StoredRecord, "checkout">): Promise<ActRecord[]> =>
  findActs(db, checkout.providerId, { checkoutId: checkout.id }, MAX_ACTS);

/** Newest first. A grant ends by an act about it: it is sent, or withdrawn. */
function waitingGrants(acts: readonly ActRecord[]): Grant[] {
  const done = acts.filter(({ outcome }) => outcome?.step === "done");
  const ended = new Set(done.map(({ act }) => act.subject));
  return done.flatMap(({ act: { action, actId: id, subject, reason, staffName: by, at }, outcome }) => {
    if (action !== "refund_grant" || subject === null || ended.has(id)) return [];
    const amountCents = propertyOf(JSON.parse(outcome?.after ?? "null"), "amount_cents");
    return typeof amountCents === "number" ? [{ id, paymentId: subject, amountCents, reason, by, at }] : [];
  });
}

export const grantText = ({ amountCents, by, at }: Grant, timeZone: string): string =>
  `A refund of ${formatMoney(amountCents)} was granted by ${by} on ${localMoment(at, timeZone)}`;

/** Whether somebody has begun to do this about a grant, and was not refused. */
export const isBegun = (acts: readonly ActRecord[], grantId: Id<"act">, action: StaffAction): boolean =>
  acts.some(
    ({ act, outcome }) => act.subject === grantId && act.action === action && outcome?.step !== "refused",
  );

/** What can be given back of a checkout, and what somebody has granted. */
export async function refundsAt(db: Db, record: StoredRecord) {
  const { providerId, id: checkoutId } = record.checkout;
  const [charges, collected, refunds, acts] = await Promise.all([
    chargesOf(db, providerId, checkoutId),
    findPlan(db, { providerId, checkoutId }),
    listRefunds(db, providerId, checkoutId),
    actsOf(db, record),
  ]);
  const grants = waitingGrants(acts);
  const given = [
    ...grants.map(({ paymentId: id, amountCents }) => ({ id, amountCents })),
    ...refunds
      .filter(({ status }) => status !== "Failed")
      .map(({ debitId, chargeAttemptId, amountCents }) => ({ id: debitId ?? chargeAttemptId, amountCents })),
  ];
  const left = ({ id, amountCents }: { id: string; amountCents: Cents }) =>
    given.filter((one) => one.id === id).reduce((sum, one) => sum - one.amountCents, amountCents);
  const payments: Refundable[] = [
    ...charges
      .filter(({ status }) => status === "succeeded")
      .map((charge) => ({
        id: charge.id,
        what: `Card payment of ${formatMoney(charge.amountCents)} on ${formatShortDate(dateInZone(charge.updatedAt, record.provider.timeZone))}`,
        to: `the card, ${cardOf(charge)}`,
        leftCents: left(charge),
      })),
    ...(collected?.plan.debits ?? [])
      .filter(({ status }) => phaseOf(status) === "paid")
      .map((debit) => ({
        id: debit.id,
        what: `Debit of ${formatMoney(debit.amountCents)} on ${formatShortDate(debit.date)}`,
        to: accountOf(record, debit),
        leftCents: left(debit),
      })),
  ];
  return { payments, grants, refunds, charges };
}

const accountOf = ({ dda }: StoredRecord, { isOfFormerAccount }: PlanDebit): string =>
  isOfFormerAccount || !dda
    ? "the account that was debited, which the student has replaced since"
    : `the account that was debited, ${dda.bsb} ending ${dda.accountEnding}`;
