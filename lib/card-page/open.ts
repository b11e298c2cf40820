import type { Untimed } from "../../packages/dates/time";
import { returnUrlOf } from "../../packages/http/frames";
import { displayName } from "../../packages/text/names";
import { filled, present } from "../../packages/text/narrow";
import { bankPageOf } from "../checkout/bank-page";
import type { CheckoutDeps } from "../checkout/context";
import { failureOf } from "../checkout/declined";
import { asOfNow } from "../checkout/load";
import { claimedCheckout, isCardSessionOf } from "../crypto/card-session";
import type { Vault } from "../crypto/vault";
import type { StoredRecord } from "../db/checkout-records";
import { findCheckout } from "../db/checkouts";
import { providerView } from "../domain/provider-view";
import { refundedText } from "../domain/refunds";
import { cardEntryOf } from "../gateway/accounts";
import type { CardPage, CardView } from "./view";

export interface CardPageDeps extends CheckoutDeps {
  /** Of the settings' gateway. */
  publishableKey: string;
}

/** Null for a session that was never issued. */
export async function findCardPage(
  deps: Untimed<CheckoutDeps>,
  session: string,
): Promise<StoredRecord | null> {
  const claimed = claimedCheckout(session);
  const record = claimed && (await findCheckout(deps.db, claimed.providerId, claimed.id));
  return record && isCardSessionOf(deps.vault, record.checkout, session) ? asOfNow(deps, record) : null;
}

/** @param asked the way back that was appended to the link's address */
export async function openCardPage(
  deps: Untimed<CardPageDeps>,
  record: StoredRecord,
  asked: string | null,
): Promise<CardPage> {
  const { provider, checkout } = record;
  const card = await cardEntryOf(deps, provider.id, deps.publishableKey);
  return {
    provider: providerView(provider),
    reference: checkout.providerOrderId,
    courseName: checkout.courseName,
    amountCents: checkout.financedCents,
    name: displayName(checkout),
    returnUrl: wayBack(deps, record, asked),
    card,
    isSandbox: deps.environment === "sandbox",
    view: standing(deps.vault, record),
  };
}

/** Null unless the provider has registered it. */
export const wayBack = (
  { baseUrl, environment }: Pick<CardPageDeps, "baseUrl" | "environment">,
  { provider }: StoredRecord,
  asked: string | null,
): string | null => returnUrlOf(asked, { ...provider, baseUrl, isSandbox: environment === "sandbox" });

function standing(vault: Vault, record: StoredRecord): CardView {
  const { checkout, attempt } = record;
  switch (checkout.checkoutStatus) {
    case "Awaiting Payment":
      return { state: "card", notice: attempt && failureOf(attempt) };
    case "Payment Pending":
      return { state: "checking", bankUrl: bankPageOf(vault, attempt) };
    case "Payment Processing": {
      const paid = filled(present(attempt, "charge attempt"), "cardScheme", "cardLastFour", "receiptNumber");
      const { cardScheme: scheme, cardLastFour: lastFour, receiptNumber } = paid;
      return { state: "paid", scheme, lastFour, receiptNumber, refunded: refundedText(record) };
    }
    case "Expired":
      return { state: "expired" };
    case "Cancelled":
      return { state: "cancelled" };
    case "Awaiting Direct Debit":
    case "Awaiting Confirmation":
    case "Confirmed":
    case "Payment Failed":
      throw new TypeError("The checkout has no hosted card page, and so no session");
    default:
      return checkout.checkoutStatus satisfies never;
  }
}
