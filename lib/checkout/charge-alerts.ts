import { type Finding, raiseAlert } from "../db/alerts";
import type { CheckoutRecord } from "../db/checkout-records";
import type { CheckoutDeps } from "./context";

type AlertDeps = Pick<CheckoutDeps, "db" | "log">;

/** @returns whether the alert is new: then it is logged too */
export async function alertOnce({ db, log }: AlertDeps, finding: Finding, now: Date, words: string) {
  const alertId = await raiseAlert(db, finding, now);
  const { kind, reference, details } = finding;
  if (alertId) log.error({ alertId, kind, reference, reason: details.reason }, words);
  return alertId !== null;
}

/** No card can be charged until the gateway accepts this server's credentials again, or a retired account has a successor. */
export function alertRefused({
  gateway: { id },
  now,
  ...deps
}: AlertDeps & Pick<CheckoutDeps, "now"> & { gateway: { id: string } }) {
  const finding = { kind: "gateway_refused_us", reference: id, details: { gateway: id } } as const;
  const words = "No card is charged: the gateway refuses our credentials, or the account is retired";
  return alertOnce(deps, finding, now(), words);
}

const orderOf = ({ providerId, providerOrderId, id }: CheckoutRecord["checkout"]) => ({
  provider_id: providerId,
  provider_order_id: providerOrderId,
  checkout_id: id,
});

/** Only a person can find out the outcome of the charge now, or of this refund of it. */
export async function alertUnknown(
  deps: AlertDeps,
  { checkout, attempt, plan }: CheckoutRecord,
  reason: string,
  now: Date,
  refund?: { id: string; amountCents: number; debitId: string | null },
): Promise<void> {
  const debit = refund?.debitId && plan && { ...refund, id: refund.debitId, gateway: plan.gateway };
  const paying = debit || attempt;
  if (!paying) return;
  const { id: reference, amountCents } = refund ?? paying;
  const { id: charge, gateway } = paying;
  const details = {
    reason,
    gateway,
    ...orderOf(checkout),
    recorded_cents: amountCents,
    ...(refund && { charge }),
  };
  const words = `The outcome of a ${refund ? "refund" : "charge"} is not known yet: see \`npm run jobs -- alerts\``;
  await alertOnce(deps, { kind: "outcome_unknown", reference, details }, now, words);
}

/** By the records more of the payment is left than the gateway says. */
export async function alertUnknownRefund(
  deps: AlertDeps,
  record: CheckoutRecord,
  payment: { charge: { key: string }; amountCents: number; gateway: { id: string } },
  now: Date,
): Promise<void> {
  const { key: reference } = payment.charge;
  const gateway = payment.gateway.id;
  const details = { ...orderOf(record.checkout), charged_cents: payment.amountCents, gateway };
  const words = "A payment has a refund that the records do not have: see `npm run jobs -- alerts`";
  await alertOnce(deps, { kind: "unknown_refund", reference, details }, now, words);
}

interface ToldCharge {
  key: string;
  amountCents: number;
  gateway: string;
  /** The processor's own name for it. */
  reference?: string;
}

/** The gateway has taken money for an order, but it pays for no checkout. */
export async function alertOrphan(
  deps: AlertDeps,
  checkout: CheckoutRecord["checkout"],
  { key: reference, amountCents, gateway, reference: named }: ToldCharge,
  now: Date,
): Promise<void> {
  const details = {
    ...orderOf(checkout),
    charged_cents: amountCents,
    recorded_cents: checkout.financedCents,
    gateway,
    ...(named !== undefined && { gateway_reference: named }),
  };
  const words = "An order has a charge that the records do not have: see `npm run jobs -- alerts`";
  await alertOnce(deps, { kind: "orphan_charge", reference, details }, now, words);
}
