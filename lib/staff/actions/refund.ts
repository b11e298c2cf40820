import type { CheckoutDeps } from "../../checkout/context";
import { withAccounts } from "../../checkout/gateways";
import { findRefundByKey } from "../../db/refunds";
import { CheckoutError } from "../../domain/errors";
import { isId } from "../../domain/ids";
import { type Cents, formatMoney, toCents } from "../../domain/money";
import { paymentToRefund } from "../../refunds/payment";
import { exceedsPaid } from "../../refunds/refusals";
import { requestRefund } from "../../refunds/request";
import type { StaffCaller } from "../caller";
import { can } from "../permissions";
import { byStaff, type CheckoutAction, type Facts, type Values } from "./action";
import { actsOf, grantText, isBegun, refundsAt } from "./grants";

/** The most that support grants for one refund. */
const LIMIT_CENTS: Cents = 50_000;

/** The charge or the debit, as the use cases of refunds name it. */
const paymentOf = (id: string) =>
  isId("dbt", id) ? { debitId: id, chargeId: null } : { debitId: null, chargeId: id };

/** @throws CheckoutError where the payment cannot be refunded at the moment */
async function asked(deps: CheckoutDeps, caller: StaffCaller, { record }: Facts, values: Values) {
  const { payments } = await refundsAt(deps.db, record);
  const payment = payments.find(({ id }) => id === values.what);
  const amount = toCents(Number(values.amount));
  if (!payment || !amount.ok) throw new CheckoutError("refund_not_applicable", "Choose what to refund.");
  await paymentToRefund(await withAccounts(deps, caller.provider.id), record, paymentOf(payment.id));
  return { payment, cents: amount.cents, fault: faultOf(caller, amount.cents, payment.leftCents) };
}

function faultOf({ role }: StaffCaller, cents: Cents, leftCents: Cents): CheckoutError | null {
  if (cents > leftCents) return exceedsPaid(leftCents);
  if (cents <= LIMIT_CENTS || can(role, "refund_grant_any")) return null;
  const most = formatMoney(LIMIT_CENTS);
  return new CheckoutError(
    "refund_not_applicable",
    `You can grant at most ${most}. Ask somebody in finance to grant more.`,
  );
}

export const grantRefund: CheckoutAction = {
  key: "refund_grant",
  title: "Grant a refund",
  permission: "refund_grant",
  records: "refund_grant",
  isFor: ({ payments, plan }) => payments.length > 0 || (plan?.plan.debits ?? []).length > 0,
  whyNot({ payments }) {
    if (payments.some(({ leftCents }) => leftCents > 0)) return null;
    return payments.length > 0
      ? "All that was paid is refunded, or granted to be."
      : "No debit is paid yet, so there is nothing to refund.";
  },
  fields: ({ payments }) => [
    {
      name: "what",
      label: "What to refund",
      type: "choice",
      options: payments
        .filter(({ leftCents }) => leftCents > 0)
        .map(({ id, what, leftCents }) => ({ value: id, label: `${what}, ${formatMoney(leftCents)} left` })),
    },
    {
      name: "amount",
      label: "Amount",
      type: "amount",
      hint: `In dollars, such as 57.69. Support grants at most ${formatMoney(LIMIT_CENTS)}`,
    },
  ],
  async preview(facts, values, deps, caller) {
    const { payment, cents, fault } = await asked(deps, caller, facts, values);
    if (fault) return { errors: { amount: fault.message } };
    const left = formatMoney(payment.leftCents);
    return {
      says: [
        `${payment.what}: ${left} is left to refund. You grant ${formatMoney(cents)} of it.`,
        `The money will go to ${payment.to}.`,
        ...(isId("dbt", payment.id) ? ["A debit can be refunded only once it has settled."] : []),
        "Nothing is refunded yet. Tell somebody in finance: they send it from the page of this checkout.",
      ],
    };
  },
  act: (facts, values, deps, caller) => ({
    subject: values.what,
    async work() {
      const { cents, fault } = await asked(deps, caller, facts, values);
      if (fault) throw fault;
      return { amount_cents: cents };
    },
  }),
};

/** @throws CheckoutError for a grant that waits no more */
function waiting({ record, grants, payments }: Facts, { what }: Values) {
  const grant = grants.find(({ id }) => id === what);
  if (!grant) throw new CheckoutError("refund_not_applicable", "This grant was sent or withdrawn.");
  const words = grantText(grant, record.provider.timeZone);
  return { grant, words, payment: payments.find(({ id }) => id === grant.paymentId) };
}

const OF_GRANT = {
  isFor: ({ grants }) => grants.length > 0,
  whyNot: () => null,
  fields: ({ grants, record }) => [
    {
      name: "what",
      label: "Grant",
      type: "choice",
      options: grants.map((grant) => ({
        value: grant.id,
        label: grantText(grant, record.provider.timeZone),
      })),
    },
  ],
} as const satisfies Partial<CheckoutAction>;

/** The grant's id is the refund's Idempotency-Key, so a grant is refunded once, however many people send it. */
export const sendRefund: CheckoutAction = {
  ...OF_GRANT,
  key: "refund_send",
  title: "Send a refund",
  permission: "refund_send",
  records: "refund_send",
  preview(facts, values) {
    const { grant, payment, words } = waiting(facts, values);
    return {
      says: [
        `${words}. The reason: ${grant.reason}`,
        ...(payment ? [`${payment.what}. The money goes to ${payment.to}.`] : []),
        "It is sent to the processor now. This cannot be undone.",
      ],
    };
  },
  act(facts, values, deps, caller) {
    const { record } = facts;
    const { amountCents, reason, paymentId, id: idempotencyKey } = waiting(facts, values).grant;
    return {
      subject: idempotencyKey,
      async work() {
        // Whoever withdraws a grant records that first, and then looks for this record.
        if (isBegun(await actsOf(deps.db, record), idempotencyKey, "refund_grant"))
          throw new CheckoutError("refund_not_applicable", "This grant is being withdrawn.");
        const by = { ...byStaff(caller), provider: record.provider, requestId: caller.requestId };
        const command = { amountCents, reason, ...paymentOf(paymentId) };
        await requestRefund(deps, { ...by, idempotencyKey, warnings: [] }, record.checkout.id, command);
        const made = await findRefundByKey(deps.db, caller.provider.id, idempotencyKey);
        return { refund_id: made?.id, status: made?.status };
      },
    };
  },
};

export const withdrawGrant: CheckoutAction = {
  ...OF_GRANT,
  key: "refund_withdraw",
  title: "Withdraw a grant",
  permission: "refund_grant",
  records: "refund_grant",
  preview: (facts, values) => ({ says: [`${waiting(facts, values).words}.`, "It can no longer be sent."] }),
  act(facts, values, { db }) {
    const { id, amountCents } = waiting(facts, values).grant;
    return {
      subject: id,
      before: { amount_cents: amountCents },
      async work() {
        if (isBegun(await actsOf(db, facts.record), id, "refund_send"))
          throw new CheckoutError(
            "refund_not_applicable",
            "Somebody has begun to send this grant. Send it again to learn what came of it.",
          );
        return { withdrawn: true };
      },
    };
  },
};
