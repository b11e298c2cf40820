import { scheduleOf } from "../checkout/resource";
import { claimedDda, isSessionOf } from "../crypto/setup-session";
import { findSetup, type SetupRow } from "../db/setup";
import { brandOf } from "../domain/brand";
import { hasExpired } from "../domain/states";
import type { SetupDeps } from "./context";
import { frameAncestorsOf, messageOriginOf, type Neighbours, returnUrlOf } from "./embedding";
import { EMPTY_FORM, type PlanFacts, type SetupPage, type SetupView } from "./view";

/** What a link's session is for; null for one that was never given out, or is not any more. */
export async function findSession(deps: SetupDeps, session: string): Promise<SetupRow | null> {
  const id = claimedDda(session);
  const row = id && (await findSetup(deps.db, id));
  return row && isSessionOf(deps.vault, row.dda, session) ? row : null;
}

/** What the opener appended to the address; null where it is not there. */
export interface Asked {
  parentOrigin: string | null;
  returnUrl: string | null;
}

/** The page that a link opens; null for a link that is not active. Changes nothing. Contract section 10. */
export async function openPage(deps: SetupDeps, session: string, asked: Asked): Promise<SetupPage | null> {
  const row = await findSession(deps, session);
  if (!row) return null;
  const neighbours = neighboursOf(deps, row);
  return {
    provider: { name: row.provider.name, email: row.provider.email, brand: brandOf(row.provider) },
    reference: row.checkout.providerOrderId,
    plan: planOf(row),
    view: standing(row) ?? { state: "bank", values: EMPTY_FORM, errors: {}, notice: null },
    isSandbox: deps.environment === "sandbox",
    messageOrigin: messageOriginOf(asked.parentOrigin, neighbours),
    returnUrl: returnUrlOf(asked.returnUrl, neighbours),
  };
}

/** The state's own page, where bank details are no longer asked for; null while they are. */
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
      // Pay Now has no authority, and so no session.
      return { state: "inactive" };
    default:
      return status satisfies never;
  }
}

/** A link before its page is rendered. */
export interface Link {
  isActive: boolean;
  /** Who may put the page into a frame, as a CSP source list. */
  framedBy: string;
}

/** Of a link that is not active, its frame tells nothing of any provider. Contract section 10. */
export async function linkOf(deps: SetupDeps, session: string): Promise<Link> {
  const isSandbox = deps.environment === "sandbox";
  const framedBy = (allowedOrigins: string[]) => frameAncestorsOf({ allowedOrigins, isSandbox });
  try {
    const row = await findSession(deps, session);
    return { isActive: row !== null, framedBy: framedBy(row?.provider.allowedOrigins ?? []) };
  } catch {
    // Without a database the page has its own error to show.
    return { isActive: true, framedBy: framedBy([]) };
  }
}

function accountOf(dda: SetupRow["dda"]) {
  return { bsb: dda.bsb!, ending: dda.accountEnding! };
}

function neighboursOf(deps: SetupDeps, { provider }: SetupRow): Neighbours {
  const { allowedOrigins, returnUrls } = provider;
  return { allowedOrigins, returnUrls, baseUrl: deps.baseUrl, isSandbox: deps.environment === "sandbox" };
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
