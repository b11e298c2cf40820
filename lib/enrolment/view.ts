import { MINUTE_MS } from "../../packages/dates/time";
import { dateInZone } from "../../packages/dates/zone";
import { filled } from "../../packages/text/narrow";
import type { CheckoutDeps } from "../checkout/context";
import { failureOf } from "../checkout/declined";
import { isUndelivered, nextAction, recordedPlan } from "../checkout/resource";
import type { Details } from "../contract/forms/details";
import type { StoredRecord } from "../db/checkout-records";
import type { PlanSummary } from "../domain/plan";
import { choiceOf, type OfferedPlan, type PlanChoice } from "../domain/plan-offer";
import { providerView } from "../domain/provider-view";
import { refundedText } from "../domain/refunds";
import { isReleased } from "../domain/states";
import { termsOf } from "../domain/terms";
import { samePlan } from "./account";
import type { Enrolment, PortalDeps } from "./context";
import { hasPlans, isPlanOffered, limitsFor, offerOf } from "./plan";
import { endedSince, stepOf } from "./step";

/** Everything that the pages of an enrolment show, as plain data. */
export type EnrolmentView = ReturnType<typeof viewOf>;

export function viewOf(deps: PortalDeps, at: Enrolment) {
  const { enrolment, course, provider, record } = at;
  // A checkout in progress, paid or signed keeps its values. Otherwise the course's row counts.
  const live = record && !isReleased(record.checkout.checkoutStatus) ? record.checkout : null;
  const chosenPrice = live?.coursePriceCents ?? enrolment.chosenPriceCents;
  const today = dateInZone(deps.now(), provider.timeZone);
  return {
    secret: at.secret,
    step: stepOf(at),
    reference: enrolment.providerOrderId,
    provider: { ...providerView(provider), timeZone: provider.timeZone },
    course: {
      name: live?.courseName ?? course.name,
      intake: course.intake,
      length: course.length,
      priceCents: live?.coursePriceCents ?? course.priceCents,
    },
    student: studentOf(at, live),
    mailsStudents: deps.mail !== null && provider.studentEmails,
    /** The address that the link is emailed to; null if no link is sent. */
    linkMailedTo: at.isLinkMailed && at.generation < enrolment.newestLink ? enrolment.email : null,
    /** Whether this link was used to pay or sign: then no other link ends it. */
    keepsPages: at.generation === enrolment.finishingLink,
    resultMail: resultMailOf(deps, at),
    /** Null where no plan is signed. */
    agreement: agreementIn(record),
    checkoutId: record?.checkout.id ?? null,
    /** Where we collect the plan: its next debit, which the signed schedule does not know. */
    collected: record?.plan ? { next: nextOf(record.plan.summary) } : null,
    /** The price of a new choice. A checkout in progress keeps its own, which is `course.priceCents`. */
    offeredPriceCents: course.priceCents,
    offer: offerOf(course),
    limits: limitsFor(at, today),
    hasPlans: hasPlans(at, today),
    paymentType: live?.paymentType ?? enrolment.paymentType,
    chosen: chosenIn(at, live),
    /** The price of the last choice, if the course's price has changed since. */
    priceChangedFrom: chosenPrice !== null && chosenPrice !== course.priceCents ? chosenPrice : null,
    today,
    /** Whether the same plan can begin again with another account. */
    isPlanStillOffered: samePlan(at, today) !== null,
    terms: termsOf(provider),
    ...ofCheckout(deps, at),
  };
}

const nextOf = ({ nextDebit }: PlanSummary) => nextDebit && { ...nextDebit, debitDate: nextDebit.date };

function agreementIn(record: StoredRecord | null): "ready" | "being_made" | null {
  if (!record?.agreement) return null;
  return record.agreement.sha256 === null ? "being_made" : "ready";
}

/** Said only if it is certain. An email whose server was never reached is not mentioned. */
function resultMailOf(
  deps: PortalDeps,
  { provider, record, resultMail }: Enrolment,
): "sent" | "on its way" | "undelivered" | null {
  // The order may be another student's.
  if (!record) return null;
  switch (resultMail) {
    case "sent":
    case "kept":
      return "sent";
    case "pending":
      return "on its way";
    case "failed":
      return isUndelivered(record) ? "undelivered" : null;
    case "cancelled":
      return null;
    case null: {
      if (!record.agreement && record.attempt?.status !== "succeeded") return null;
      // It is recorded within seconds. If it is still missing later, emails were off at that time.
      const isToCome = record.agreement?.sha256 === null;
      const isFresh = deps.now().getTime() - record.checkout.updatedAt.getTime() < MINUTE_MS;
      return (isToCome || isFresh) && deps.mail !== null && provider.studentEmails ? "on its way" : null;
    }
    default:
      return resultMail satisfies never;
  }
}

/** The present plan counts before the saved answer, which another window may have changed since. */
function chosenIn({ enrolment }: Enrolment, live: StoredCheckout | null): PlanChoice | null {
  if (live?.paymentType === "interest_free_payment_plan") return choiceOf(live);
  if (enrolment.frequency === null) return null;
  const { frequency, numberOfInstalments, firstPaymentDate } = filled(
    enrolment,
    "frequency",
    "numberOfInstalments",
    "firstPaymentDate",
  );
  return { frequency, numberOfInstalments, firstPaymentDate };
}

function studentOf({ enrolment }: Enrolment, live: Details | null): Details | null {
  const { firstName, lastName, email } = live ?? enrolment;
  return firstName === null || lastName === null || email === null ? null : { firstName, lastName, email };
}

type StoredCheckout = StoredRecord["checkout"];

interface OfCheckout {
  plan: OfferedPlan | null;
  setupUrl: string | null;
  /** The page of the card's bank, if the bank asks the student for more before the charge. */
  cardBankUrl: string | null;
  /** The account that was authorised, in the words that the student read. */
  bank: { bsb: string; ending: string; request: string; statementName: string } | null;
  payment: ReturnType<typeof paymentOf> | null;
  /** Why the last card was not charged, until the student answers something again. */
  lastFailure: string | null;
  /** Whether instalments may help after that failure. */
  offersPlan: boolean;
}

const NONE: OfCheckout = {
  plan: null,
  setupUrl: null,
  cardBankUrl: null,
  bank: null,
  payment: null,
  lastFailure: null,
  offersPlan: false,
};

function ofCheckout(deps: CheckoutDeps, at: Enrolment): OfCheckout {
  const { enrolment, record } = at;
  if (!record) return NONE;
  const { attempt, dda } = record;
  if (isReleased(record.checkout.checkoutStatus)) {
    const isNews = attempt !== null && endedSince({ enrolment, record });
    if (!isNews) return NONE;
    return {
      ...NONE,
      lastFailure: failureOf(attempt),
      offersPlan: isPlanOffered(deps, at, attempt.declineCode),
    };
  }
  const action = nextAction(deps, record);
  return {
    ...NONE,
    plan: record.checkout.schedule && recordedPlan(record.checkout),
    setupUrl: (action.type === "authorise_direct_debit" && action.url) || null,
    cardBankUrl: (action.type === "wait" && action.url) || null,
    bank: dda && bankOf(dda, record.provider.name),
    payment: attempt?.status === "succeeded" ? paymentOf(attempt, record) : null,
  };
}

type Authority = NonNullable<StoredRecord["dda"]>;

function bankOf(
  { bsb, accountEnding, authorityText, statementName }: Authority,
  provider: string,
): OfCheckout["bank"] {
  if (bsb === null || accountEnding === null) return null;
  const request = authorityText ?? "";
  return { bsb, ending: accountEnding, request, statementName: statementName ?? provider };
}

type Attempt = NonNullable<StoredRecord["attempt"]>;

function paymentOf(attempt: Attempt, record: StoredRecord) {
  const { amountCents, updatedAt, ...paid } = filled(attempt, "cardScheme", "cardLastFour", "receiptNumber");
  return {
    amountCents,
    scheme: paid.cardScheme,
    lastFour: paid.cardLastFour,
    receiptNumber: paid.receiptNumber,
    paidAt: updatedAt.toISOString(),
    refunded: refundedText(record),
  };
}
