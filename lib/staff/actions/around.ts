import type { CheckoutDeps } from "../../checkout/context";
import type { StoredRecord } from "../../db/checkout-records";
import { hasDeceasedPayer } from "../../db/plan-notices";
import { findEnrolments } from "../../db/staff-lists";
import { findEndpoints } from "../../db/webhook-endpoints";
import { refundsAt } from "./grants";

export type Around = Awaited<ReturnType<typeof aroundOf>>;

/** What actions go by beside the checkout and its plan. */
export async function aroundOf({ db, mail }: Pick<CheckoutDeps, "db" | "mail">, record: StoredRecord) {
  const { checkout, provider, plan } = record;
  const { providerId, providerOrderId } = checkout;
  const [refunds, enrolments, endpoints, isBereaved] = await Promise.all([
    refundsAt(db, record),
    findEnrolments(db, providerId, { references: [providerOrderId] }),
    findEndpoints(db, providerId),
    plan ? hasDeceasedPayer(db, plan) : false,
  ]);
  return {
    ...refunds,
    /** Null for an order that did not begin in the portal. */
    enrolment: enrolments.find((one) => one.email?.toLowerCase() === checkout.emailLower) ?? null,
    hasEndpoint: endpoints.some(({ disabledReason }) => disabledReason === null),
    whyNoMail: whyNoMail(mail !== null, provider.studentEmails, isBereaved),
  };
}

function whyNoMail(isSending: boolean, studentEmails: boolean, isBereaved: boolean): string | null {
  if (!isSending) return "This service sends no emails.";
  if (!studentEmails) return "Emails to students are switched off for this provider.";
  return isBereaved ? "The payer has died, so nothing more is sent." : null;
}
