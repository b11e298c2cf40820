import type { CheckoutDeps } from "../../checkout/context";
import type { StoredRecord } from "../../db/checkout-records";
import type { Db } from "../../db/client";
import { hasDeceasedPayer } from "../../db/plan-notices";
import { findEnrolments } from "../../db/staff-lists";
import { findEndpoints } from "../../db/webhook-endpoints";
import { refundsAt } from "./grants";

export type Around = Awaited<ReturnType<typeof aroundOf>>;

/** What actions go by beside the checkout and its plan. */
export async function aroundOf({ db, mail }: Pick<CheckoutDeps, "db" | "mail">, record: StoredRecord) {
  const { checkout, provider, plan } = record;
  const { providerId } = checkout;
  const [refunds, enrolment, endpoints, isBereaved] = await Promise.all([
    refundsAt(db, record),
    enrolmentOf(db, checkout),
    findEndpoints(db, providerId),
    plan ? hasDeceasedPayer(db, plan) : false,
  ]);
  return {
    ...refunds,
    enrolment,
    hasEndpoint: endpoints.some(({ disabledReason }) => disabledReason === null),
    whyNoMail: whyNoMail(mail !== null, provider.studentEmails, isBereaved),
  };
}

/** Null for an order that did not begin in the portal. */
export async function enrolmentOf(
  db: Db,
  { providerId, providerOrderId, emailLower }: StoredRecord["checkout"],
) {
  const found = await findEnrolments(db, providerId, { references: [providerOrderId] });
  return found.find(({ email }) => email?.toLowerCase() === emailLower) ?? null;
}

function whyNoMail(isSending: boolean, studentEmails: boolean, isBereaved: boolean): string | null {
  if (!isSending) return "This service sends no emails.";
  if (!studentEmails) return "Emails to students are switched off for this provider.";
  return isBereaved ? "The payer has died, so nothing more is sent." : null;
}
