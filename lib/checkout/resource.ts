import { filled, firstAndLast, present } from "../../packages/text/narrow";
import type { QuoteCommand } from "../contract/quote";
import type { CheckoutResource, CreatedCheckout } from "../contract/resource";
import type { Warning } from "../contract/validate";
import { cardSession } from "../crypto/card-session";
import { setupSession } from "../crypto/setup-session";
import type { CheckoutRecord } from "../db/checkout-records";
import { toAmount } from "../domain/money";
import { choiceOf, type OfferedPlan } from "../domain/plan-offer";
import type { Instalment } from "../domain/schedule";
import { awaitsCard, canMove, isAwaiting, isResultOf, summaryOf } from "../domain/states";
import { toSummary } from "../plans/resource";
import { bankPageOf } from "./bank-page";
import type { CheckoutDeps } from "./context";

/** `vault` is null if no link is shown, because each link costs a hash. */
type ResourceDeps = Pick<CheckoutDeps, "environment" | "baseUrl"> & { vault: CheckoutDeps["vault"] | null };

/** As recorded at create; empty for Pay Now. */
export const scheduleOf = ({ checkout }: Pick<CheckoutRecord, "checkout">): Instalment[] =>
  checkout.schedule ?? [];

/** The plan that a checkout records. @throws RangeError for Pay Now */
export function recordedPlan(checkout: CheckoutRecord["checkout"]): OfferedPlan {
  const schedule = scheduleOf({ checkout });
  const [, { amountCents: lastInstalmentCents }] = firstAndLast(schedule);
  return { ...choiceOf(checkout), instalmentCents: checkout.instalmentCents, lastInstalmentCents, schedule };
}

/** Contract sections 4 to 6. Made from the checkout's own data, because the contact's name may change. */
export function toResource(deps: ResourceDeps, record: CheckoutRecord): CheckoutResource {
  const { checkout, opportunity, provider } = record;
  const self = `${deps.baseUrl}/v1/provider-checkouts/${checkout.id}`;
  const status = checkout.checkoutStatus;
  // Null once it cannot expire any more. Contract section 4
  const expires = isAwaiting(status) || isResultOf("expire", status) ? iso(checkout.expiresAt) : null;
  return {
    checkout: {
      checkout_id: checkout.id,
      opportunity_id: opportunity?.id ?? null,
      dda_id: record.dda?.id ?? null,
    },
    checkout_status: checkout.checkoutStatus,
    authorisation_status: checkout.authorisationStatus,
    opportunity_stage: opportunity?.stage ?? null,
    ...summaryOf(status),
    environment: deps.environment,
    currency: "AUD",
    provider: {
      provider_code: provider.code,
      provider_order_id: checkout.providerOrderId,
      provider_account_id: checkout.providerAccountId,
    },
    student: { first_name: checkout.firstName, last_name: checkout.lastName, email: checkout.email },
    student_email: isUndelivered(record) ? "undelivered" : null,
    course: { course_name: checkout.courseName },
    pricing: pricingOf(checkout),
    plan: planOf(checkout, scheduleOf(record)),
    ...(checkout.metadata && { metadata: checkout.metadata }),
    card_payment: awaitsCard(status) ? awaitedPayment(deps, record) : cardPayment(record),
    refunded: toAmount(checkout.refundedCents),
    direct_debit: directDebit(deps, record, expires),
    agreement: agreement(record, self),
    payment_plan: record.plan && toSummary(record.plan),
    next_action: nextAction(deps, record),
    created_at: checkout.createdAt.toISOString(),
    expires_at: expires,
    links: { self },
  };
}

export const isUndelivered = ({ timeline }: Pick<CheckoutRecord, "timeline">): boolean =>
  timeline.some(({ type }) => type === "student.email_undelivered");

/** What a student pays, how and when. */
export type Terms = Pick<CheckoutRecord["checkout"], keyof QuoteCommand>;

export function pricingOf(terms: Terms): CheckoutResource["pricing"] {
  return {
    course_price: toAmount(terms.coursePriceCents),
    amount_to_finance: toAmount(terms.financedCents),
    upfront_payment: toAmount(terms.depositCents),
  };
}

export function planOf(terms: Terms, schedule: readonly Instalment[]): CheckoutResource["plan"] {
  return {
    payment_type: terms.paymentType,
    payment_frequency: terms.paymentFrequency,
    number_of_instalments: terms.numberOfInstalments,
    instalment_amount: toAmount(terms.instalmentCents),
    first_payment_date: terms.firstPaymentDate,
    schedule: schedule.map((instalment) => ({
      number: instalment.number,
      due_date: instalment.dueDate,
      debit_date: instalment.debitDate,
      amount: toAmount(instalment.amountCents),
      balance_after: toAmount(instalment.balanceAfterCents),
    })),
  };
}

/** Adds the token and, in the sandbox, the ignored fields as warnings. */
export function asCreated(
  { checkout, ...rest }: CheckoutResource,
  token: string,
  warnings: readonly Warning[],
): CreatedCheckout {
  const { checkout_id, opportunity_id, dda_id } = checkout;
  return {
    checkout: { checkout_id, checkout_token: token, opportunity_id, dda_id },
    ...rest,
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
}

/** As lists show it. */
export const toListed = (deps: ResourceDeps, record: CheckoutRecord): CheckoutResource =>
  withoutActions(toResource({ ...deps, vault: null }, record));

/** For lists and events: no action URLs, no bank details. Contract sections 4 and 8 */
export function withoutActions(resource: CheckoutResource): CheckoutResource {
  const { direct_debit, next_action, card_payment, ...rest } = resource;
  return {
    ...rest,
    card_payment: withoutUrl(card_payment),
    direct_debit: direct_debit && { ...direct_debit, setup_url: null, account: null },
    next_action: { type: next_action.type },
  };
}

const withoutUrl = (payment: CheckoutResource["card_payment"]) =>
  payment?.status === "awaiting_card" ? { ...payment, payment_url: null } : payment;

/** For keys that may only read: whoever has the URL can give the authority. Contract section 3. */
export function withoutSetupUrl(resource: CheckoutResource): CheckoutResource {
  const { direct_debit, next_action, card_payment } = resource;
  return {
    ...resource,
    card_payment: withoutUrl(card_payment),
    direct_debit: direct_debit && { ...direct_debit, setup_url: null },
    next_action: next_action.url ? { ...next_action, url: null } : next_action,
  };
}

export function nextAction(deps: ResourceDeps, record: CheckoutRecord): CheckoutResource["next_action"] {
  switch (record.checkout.checkoutStatus) {
    case "Awaiting Direct Debit":
      return { type: "authorise_direct_debit", url: setupUrl(deps, present(record.dda, "direct debit")) };
    case "Awaiting Confirmation":
      return { type: "confirm" };
    case "Awaiting Payment":
      return { type: "open", url: paymentUrl(deps, record.checkout) };
    case "Payment Pending": {
      const url = deps.vault && bankPageOf(deps.vault, record.attempt);
      return url ? { type: "wait", url } : { type: "wait" };
    }
    case "Confirmed":
    case "Payment Processing":
    case "Payment Failed":
    case "Expired":
    case "Cancelled":
      return { type: "none" };
    default:
      return record.checkout.checkoutStatus satisfies never;
  }
}

/** Null if the key that the link is derived from is not configured. */
export function setupUrl(
  { vault, baseUrl }: ResourceDeps,
  dda: Parameters<typeof setupSession>[1],
): string | null {
  if (!vault?.keyVersions.includes(dda.sessionKeyVersion)) return null;
  return `${baseUrl}/api/dd-setup?session=${setupSession(vault, dda)}`;
}

/** Null if the key that the link is derived from is not configured. */
function paymentUrl({ vault, baseUrl }: ResourceDeps, checkout: CheckoutRecord["checkout"]): string | null {
  const session = vault && cardSession(vault, checkout);
  return session && `${baseUrl}/api/card-payment?session=${session}`;
}

/** The hosted card page, and why the last card was declined that was tried on it. */
function awaitedPayment(deps: ResourceDeps, { checkout, attempt }: CheckoutRecord) {
  return {
    success: false,
    status: "awaiting_card",
    payment_url: paymentUrl(deps, checkout),
    decline_code: attempt?.status === "declined" ? attempt.declineCode : null,
  } as const;
}

export function cardPayment({ attempt }: CheckoutRecord): CheckoutResource["card_payment"] {
  if (!attempt) return null;
  switch (attempt.status) {
    case "started":
    case "unknown":
      return { success: false, status: "pending" };
    case "succeeded": {
      const paid = filled(attempt, "cardScheme", "cardLastFour", "receiptNumber");
      return {
        success: true,
        status: "succeeded",
        amount_charged: toAmount(paid.amountCents),
        card: { scheme: paid.cardScheme, last4: paid.cardLastFour },
        receipt_number: paid.receiptNumber,
      };
    }
    case "declined": {
      const { declineCode } = filled(attempt, "declineCode");
      return { success: false, status: "declined", decline_code: declineCode };
    }
    case "refused":
    case "closed":
      return { success: false, status: "failed" };
    default:
      return attempt.status satisfies never;
  }
}

function directDebit(
  deps: ResourceDeps,
  record: CheckoutRecord,
  expires: string | null,
): CheckoutResource["direct_debit"] {
  const { dda, checkout } = record;
  if (!dda) return null;
  const canAuthorise = canMove(checkout.checkoutStatus, "authorise");
  return {
    status: dda.status,
    setup_url: canAuthorise ? setupUrl(deps, dda) : null,
    expires_at: canAuthorise ? expires : null,
    authorised_at: iso(dda.authorisedAt),
    account: dda.bsb && dda.accountEnding ? { bsb: dda.bsb, ending: dda.accountEnding } : null,
  };
}

function agreement({ agreement }: CheckoutRecord, self: string): CheckoutResource["agreement"] {
  return (
    agreement && {
      agreement_id: agreement.id,
      status: agreement.sha256 === null ? "being_made" : "ready",
      version: agreement.version,
      content_sha256: agreement.contentSha256,
      sha256: agreement.sha256,
      url: `${self}/agreement`,
      signed_at: agreement.signedAt.toISOString(),
    }
  );
}

function iso(instant: Date | null): string | null {
  return instant?.toISOString() ?? null;
}
