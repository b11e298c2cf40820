import type { Untimed } from "../../packages/dates/time";
import { messageOriginOf, type Neighbours, returnUrlOf } from "../../packages/http/frames";
import { displayName } from "../../packages/text/names";
import { filled } from "../../packages/text/narrow";
import type { CheckoutDeps } from "../checkout/context";
import { scheduleOf } from "../checkout/resource";
import { LONGEST_ACCOUNT_NAME } from "../contract/forms/bank-details";
import { claimedDda, isSessionOf } from "../crypto/setup-session";
import { findSetup, type SetupRow } from "../db/setup";
import { debitRequestOf } from "../direct-debit/request";
import { takesAnother } from "../domain/another-account";
import { providerView } from "../domain/provider-view";
import { hasExpired } from "../domain/states";
import { leadsToPortal, placeOf } from "./place";
import { type FormerAccount, firstStep, type PlanFacts, type SetupPage, type SetupView } from "./view";

/** Null for a session that was never issued, or was replaced. */
export async function findSession(deps: Untimed<CheckoutDeps>, session: string): Promise<SetupRow | null> {
  const id = claimedDda(session);
  const row = id && (await findSetup(deps.db, id));
  return row && isSessionOf(deps.vault, row.dda, session) ? row : null;
}

/** What was appended to the link's address. */
export interface Asked {
  parentOrigin: string | null;
  returnUrl: string | null;
}

export async function openPage(deps: Untimed<CheckoutDeps>, row: SetupRow, asked: Asked): Promise<SetupPage> {
  const { code, allowedOrigins, returnUrls, studentEmails } = row.provider;
  const isSandbox = deps.environment === "sandbox";
  const neighbours: Neighbours = { allowedOrigins, returnUrls, baseUrl: deps.baseUrl, isSandbox };
  const place = placeOf(asked.parentOrigin, neighbours);
  const returnUrl = returnUrlOf(asked.returnUrl, neighbours);
  const { words } = await debitRequestOf(deps, row.provider);
  const former = formerOf(row);
  return {
    request: words,
    statementName: row.dda.statementName ?? words.statementName,
    provider: providerView(row.provider),
    reference: row.checkout.providerOrderId,
    plan: planOf(row),
    former,
    view: standing(row) ?? firstStep({ accountName: prefilledName(row) }),
    isSandbox,
    messageOrigin: messageOriginOf(asked.parentOrigin, neighbours),
    returnUrl,
    place,
    // A signed plan has no review after this.
    goesOnInPortal: former === null && (place === "portal" || leadsToPortal(returnUrl, neighbours)),
    newLinkAt: row.fromPortal && deps.mail && studentEmails ? `/p/${code}/link` : null,
  };
}

/** What to show instead of the form; null while bank details are asked for. */
export function standing(row: SetupRow): SetupView | null {
  const { checkout, dda, readAt } = row;
  const status = hasExpired(checkout.checkoutStatus, checkout.expiresAt, readAt)
    ? "Expired"
    : checkout.checkoutStatus;
  switch (status) {
    case "Awaiting Direct Debit":
      return null;
    case "Awaiting Confirmation":
      return { state: "authorised", account: accountOf(dda), isNew: false };
    case "Confirmed":
      if (takesAnother(dda, row.plan, readAt)) return null;
      return { state: "confirmed", account: accountOf(dda), given: dda.endedAt && "before" };
    case "Expired":
      return { state: "expired" };
    case "Cancelled":
      return { state: "cancelled" };
    case "Awaiting Payment":
    case "Payment Pending":
    case "Payment Processing":
    case "Payment Failed":
      throw new TypeError("A checkout by card has no bank authority, and so no session");
    default:
      return status satisfies never;
  }
}

/** The name that the student gave the portal, if nothing has to be shortened. */
function prefilledName({ fromPortal, checkout }: SetupRow): string {
  const name = fromPortal ? displayName(checkout) : "";
  return [...name].length > LONGEST_ACCOUNT_NAME ? "" : name;
}

function accountOf(dda: SetupRow["dda"]) {
  const { bsb, accountEnding: ending } = filled(dda, "bsb", "accountEnding");
  return { bsb, ending };
}

function formerOf({ dda, plan, readAt }: SetupRow): FormerAccount | null {
  if (!plan || !takesAnother(dda, plan, readAt)) return null;
  const { outstandingCents, nextDebit } = plan.summary;
  return { ...accountOf(dda), outstandingCents, next: nextDebit };
}

function planOf({ checkout }: SetupRow): PlanFacts {
  const { courseName, paymentFrequency: frequency, financedCents: totalCents } = checkout;
  return { courseName, frequency, totalCents, schedule: scheduleOf({ checkout }) };
}
