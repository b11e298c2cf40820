import type { CheckoutDeps } from "../checkout/context";
import { scheduleOf } from "../checkout/resource";
import type { SetupRow } from "../db/setup";
import type { Handover } from "../domain/handover";
import { providerView } from "../domain/provider-view";
import { hasExpired } from "../domain/states";
import {
  frameAncestorsOf,
  leadsToPortal,
  messageOriginOf,
  type Neighbours,
  placeOf,
  returnUrlOf,
} from "./embedding";
import { formerAccount, prefilled } from "./former-account";
import { findSession, type Opened } from "./session";
import type { PlanFacts, SetupPage, SetupView } from "./view";

/** What was appended to the link's address. */
export interface Asked {
  parentOrigin: string | null;
  returnUrl: string | null;
}

/**
 * Null for a link that is not active. Contract section 10.
 * @param read what is known of the session already
 */
export async function openPage(
  deps: CheckoutDeps,
  opened: Opened,
  asked: Asked,
  read?: SetupRow,
): Promise<SetupPage | null> {
  const row = await findSession(deps, opened, read);
  if (!row) return null;
  const { code, allowedOrigins, returnUrls, studentEmails } = row.provider;
  const isSandbox = deps.environment === "sandbox";
  const neighbours: Neighbours = { allowedOrigins, returnUrls, baseUrl: deps.baseUrl, isSandbox };
  const place = placeOf(asked.parentOrigin, neighbours);
  const returnUrl = returnUrlOf(asked.returnUrl, neighbours);
  const settled = standing(row);
  const former = settled ? null : await formerAccount(deps, row);
  return {
    provider: providerView(row.provider),
    reference: row.checkout.providerOrderId,
    plan: planOf(row),
    view: settled ?? { state: "bank", values: prefilled(former, row), errors: {}, notice: null },
    isSandbox,
    formerEnding: former?.accountNumber.slice(-3) ?? null,
    messageOrigin: messageOriginOf(asked.parentOrigin, neighbours),
    returnUrl,
    place,
    goesOnInPortal: place === "portal" || leadsToPortal(returnUrl, neighbours),
    newLinkAt: row.fromPortal && deps.mail && studentEmails ? `/p/${code}/link` : null,
  };
}

/** What to show instead of the form; null while bank details are asked for. */
export function standing({ checkout, dda, readAt }: SetupRow): SetupView | null {
  const status = hasExpired(checkout.checkoutStatus, checkout.expiresAt, readAt)
    ? "Expired"
    : checkout.checkoutStatus;
  switch (status) {
    case "Awaiting Direct Debit":
      return null;
    case "Awaiting Confirmation":
      return { state: "authorised", account: accountOf(dda), isNew: false };
    case "Confirmed":
      return { state: "confirmed", account: accountOf(dda) };
    case "Expired":
      return { state: "expired" };
    case "Cancelled":
      return { state: "cancelled" };
    case "Payment Pending":
    case "Payment Processing":
    case "Payment Failed":
      // Pay Now has no bank authority, so it never has a session.
      return { state: "inactive" };
    default:
      return status satisfies never;
  }
}

/**
 * A link before its page is rendered, with the CSP source list of who may frame it. For a link that is not active the
 * list names no provider (D-080).
 * @param read takes what was read, for the page
 */
export async function linkOf(
  deps: CheckoutDeps,
  session: string,
  read: Handover<SetupRow>,
): Promise<{ isActive: boolean; framedBy: string }> {
  const isSandbox = deps.environment === "sandbox";
  const framedBy = (allowedOrigins: string[]) => frameAncestorsOf({ allowedOrigins, isSandbox });
  try {
    const row = await findSession(deps, { session, student: "" });
    if (row) read.give(session, row);
    return { isActive: row !== null, framedBy: framedBy(row?.provider.allowedOrigins ?? []) };
  } catch {
    // Without a database the page shows its own error.
    return { isActive: true, framedBy: framedBy([]) };
  }
}

function accountOf(dda: SetupRow["dda"]) {
  return { bsb: dda.bsb!, ending: dda.accountEnding! };
}

function planOf({ checkout }: SetupRow): PlanFacts {
  const schedule = scheduleOf({ checkout });
  return {
    courseName: checkout.courseName,
    frequency: checkout.paymentFrequency,
    numberOfInstalments: checkout.numberOfInstalments,
    instalmentCents: schedule[0]!.amountCents,
    lastInstalmentCents: schedule.at(-1)!.amountCents,
    totalCents: checkout.financedCents,
    firstDebitDate: schedule[0]!.debitDate,
    schedule,
  };
}
