import type Stripe from "stripe";
import type { DebitOutcome, DebitResult } from "../../lib/gateway/debit-port";
import { GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { present } from "../text/narrow";

/** What every request for a debit's intent asks for beside it. */
export const WITH_CHARGE = ["latest_charge"];

/** Never confirmed, so no money was asked for. */
export const isUnsent = ({ status, last_payment_error }: Stripe.PaymentIntent): boolean =>
  !last_payment_error && (status === "requires_confirmation" || status === "requires_payment_method");

export const hasFailed = ({ status, last_payment_error }: Stripe.PaymentIntent): boolean =>
  last_payment_error !== null && status === "requires_payment_method";

type DebitReason = Extract<DebitOutcome, { reason: unknown }>["reason"];

/** Stripe's names for our reasons, of a failed debit and of a dispute. */
const REASONS: ReadonlyMap<string, DebitReason> = new Map([
  ["insufficient_funds", "insufficient_funds"],
  ["refer_to_customer", "temporary"],
  ["account_closed", "account_closed"],
  ["no_account", "account_invalid"],
  ["bank_account_restricted", "account_invalid"],
  ["incorrect_account_details", "account_invalid"],
  ["debit_not_authorized", "bank_stopped"],
  ["payment_method_bank_account_blocked", "bank_stopped"],
  ["payment_intent_mandate_invalid", "bank_stopped"],
]);

export const reasonOf = (code: string | null | undefined): DebitReason =>
  REASONS.get(code ?? "") ?? "technical";

/** @throws GatewayOutcomeUnknown for a status that is not known here */
export function debitResultOf(
  intent: Stripe.PaymentIntent,
  disputes: readonly Stripe.Dispute[],
): DebitResult {
  const { amount: amountCents, id: reference, metadata } = intent;
  const asked = intent.payment_method_options?.au_becs_debit?.target_date;
  const date = chargeOf(intent)?.payment_method_details?.au_becs_debit?.expected_debit_date ?? asked;
  return {
    ...outcomeOf(intent, disputes),
    ...{ key: metadata.key ?? "", amountCents, reference },
    // One that was ended before it was sent has only what we noted.
    date: date ?? present(metadata.date, "date of a debit"),
  };
}

const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof charge === "string" ? null : charge;

function outcomeOf(intent: Stripe.PaymentIntent, disputes: readonly Stripe.Dispute[]): DebitOutcome {
  const { status, last_payment_error: error } = intent;
  switch (status) {
    case "processing":
      return { status: "pending" };
    case "canceled": {
      const reason = reasonOf(error?.decline_code ?? error?.code);
      return { status: intent.latest_charge === null ? "refused" : "dishonoured", reason };
    }
    case "succeeded": {
      const [dispute] = disputes.filter(hasTakenBack);
      if (!dispute) return { status: "paid" };
      const reason = reasonOf(dispute.reason);
      // Who disputes without a reason that we know does not want to be debited.
      return { status: "reversed", reason: reason === "technical" ? "bank_stopped" : reason };
    }
    default:
      throw new GatewayOutcomeUnknown(`The debit is ${status}`);
  }
}

/** An inquiry, which may come before a dispute, takes no money. */
const hasTakenBack = ({ status }: Stripe.Dispute): boolean =>
  status !== "won" && status !== "prevented" && !status.startsWith("warning_");
