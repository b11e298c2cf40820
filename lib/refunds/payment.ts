import type { CheckoutDeps } from "../checkout/context";
import { gatewayOf } from "../checkout/gateways";
import { findPlanCharges } from "../db/charge-attempts";
import type { StoredRecord } from "../db/checkout-records";
import { findDebit } from "../db/collection";
import type { RefundRow } from "../db/refunds";
import { CheckoutError } from "../domain/errors";
import type { Cents } from "../domain/money";
import { phaseOf } from "../domain/plan-states";
import type { CardGateway, RefundRequest } from "../gateway/port";
import { providersNow } from "../plans/write";
import { noSuchDebit, unavailable } from "./refusals";

/** A charge or a debit, with the processor that made it: a retired account refunds its own. */
export interface Payment {
  charge: RefundRequest["charge"];
  amountCents: Cents;
  gateway: Pick<CardGateway, "id" | "takesCharges" | "refund" | "findRefund">;
}

export type RefundOf = Pick<RefundRow, "chargeAttemptId" | "debitId">;

export const toRequest = (
  { charge }: Pick<Payment, "charge">,
  { id, amountCents }: RefundRow,
): RefundRequest => ({
  key: id,
  charge,
  amountCents,
});

/** What is refunded. @throws CheckoutError if it took no money, or cannot be refunded yet */
export async function paymentToRefund(
  deps: CheckoutDeps,
  record: StoredRecord,
  { debitId, chargeId }: { debitId: RefundRow["debitId"]; chargeId: string | null },
): Promise<Payment & RefundOf> {
  if (debitId !== null) return debitToRefund(deps, record, debitId);
  const attempt = chargeId === null ? record.attempt : await chargeWith(deps, record, chargeId);
  if (record.plan && !attempt)
    throw new CheckoutError(
      "refund_not_applicable",
      "Name the debit or the card payment of the plan that you refund, as `debit_id` or `charge_id`.",
    );
  if (attempt?.status === "started" || attempt?.status === "unknown")
    throw notYet("The outcome of the charge is not known yet.");
  if (attempt?.status !== "succeeded")
    throw new CheckoutError("refund_not_applicable", "No card was charged for this checkout.");
  const payment = chargeOf(deps, attempt);
  if (!payment) throw unavailable("The card processor that made the charge is not configured.");
  return { ...payment, chargeAttemptId: attempt.id, debitId };
}

async function debitToRefund(
  deps: CheckoutDeps,
  record: StoredRecord,
  debitId: NonNullable<RefundRow["debitId"]>,
) {
  const row = await findDebit(deps.db, record.checkout.providerId, debitId);
  if (row?.checkoutId !== record.checkout.id) throw noSuchDebit();
  // One that failed is refused under the checkout's lock.
  if (phaseOf(row.status) === "in_flight") throw notYet("The debit is not paid yet.");
  const payment = await debitOf(deps, record, debitId);
  if (!payment)
    throw new CheckoutError("refund_not_applicable", "Debits of this account cannot be refunded here.");
  return { ...payment, chargeAttemptId: null, debitId };
}

const notYet = (detail: string) =>
  new CheckoutError("refund_not_possible_yet", detail, { extra: { possible_from: null } });

/** Null if the processor is not configured. */
export const paymentOf = async (
  deps: CheckoutDeps,
  record: StoredRecord,
  { debitId, chargeAttemptId }: RefundOf,
): Promise<Payment | null> =>
  debitId === null
    ? chargeOf(deps, await chargeWith(deps, record, chargeAttemptId))
    : debitOf(deps, record, debitId);

/** The card payment with this id: of the order, or of a plan's instalments. */
export async function chargeWith(
  { db }: Pick<CheckoutDeps, "db">,
  { plan, attempt, checkout }: Pick<StoredRecord, "plan" | "attempt" | "checkout">,
  id: string | null,
): Promise<StoredRecord["attempt"]> {
  const all = plan ? await findPlanCharges(db, checkout.providerId, checkout.id) : [attempt];
  return all.find((one) => one?.id === id) ?? null;
}

function chargeOf(deps: CheckoutDeps, attempt: StoredRecord["attempt"]): Payment | null {
  const gateway = attempt && gatewayOf(deps, attempt.gateway);
  if (!gateway) return null;
  const { id: key, gatewayReference: reference, amountCents } = attempt;
  return { charge: { key, reference }, amountCents, gateway };
}

async function debitOf(
  deps: CheckoutDeps,
  { checkout: { providerId }, provider }: StoredRecord,
  id: NonNullable<RefundRow["debitId"]>,
): Promise<Payment | null> {
  const row = await findDebit(deps.db, providerId, id);
  const refunds = row && (await deps.debits.byId(providerId, row.gateway))?.refunds;
  if (!refunds) return null;
  const { gatewayReference: reference, amountCents, status } = row;
  const now = () => providersNow(deps.now(), provider);
  const gateway: Payment["gateway"] = {
    id: row.gateway,
    takesCharges: async () => true,
    // The bank has taken the money back since, so that nothing more may be given back.
    refund: async (request) =>
      status === "Paid"
        ? refunds.refund(request, now())
        : { key: request.key, amountCents: request.amountCents, status: "refused", reason: "not_applicable" },
    findRefund: (request, known) => refunds.find(request, known ?? null, now()),
  };
  return { charge: { key: id, reference }, amountCents, gateway };
}
