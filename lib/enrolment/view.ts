import type { CheckoutDeps } from "../checkout/context";
import { nextAction, scheduleOf } from "../checkout/resource";
import type { Details } from "../contract/forms/details";
import { declineMessage } from "../contract/problems";
import { type CalendarDate, dateInZone } from "../domain/calendar";
import type { Id } from "../domain/ids";
import type { Cents } from "../domain/money";
import type { OfferedPlan, PlanChoice } from "../domain/plan-offer";
import type { Frequency } from "../domain/schedule";
import { isReleased, type PaymentType } from "../domain/states";
import { type Terms, termsOf } from "../domain/terms";
import type { CardScheme } from "../domain/test-cards";
import { samePlan } from "./account";
import type { Enrolment } from "./context";
import { offerOf } from "./offer";
import { type PortalView, providerView } from "./start";
import { endedSince, type Step, stepOf } from "./step";

/** All that the pages of an enrolment show, as plain data. Amounts in cents. */
export interface EnrolmentView {
  secret: string;
  step: Step;
  /** The order reference that the student may quote. */
  reference: string;
  provider: PortalView["provider"] & { timeZone: string };
  course: { name: string; intake: string; length: string; priceCents: Cents };
  student: Details | null;
  /** The address that the link to resume goes to by e-mail; null where none is sent. */
  linkMailedTo: string | null;
  /** The checkout that the page is about; an answer to what stands there names it. */
  checkoutId: Id<"chk"> | null;
  /** The price of what is chosen from now on. A checkout that is under way keeps its own, which is the course's above. */
  offeredPriceCents: Cents;
  /** The mark of the course at its price, for a page that charges it. */
  offer: string;
  /** What was chosen last, and whether the price has changed since. */
  paymentType: PaymentType | null;
  chosen: PlanChoice | null;
  priceChangedFrom: Cents | null;
  today: CalendarDate;
  terms: Terms;
  /** The plan of the checkout, as it was agreed. */
  plan: OfferedPlan | null;
  setupUrl: string | null;
  /** Where the student's bank asks for more before it lets the card be charged. */
  cardBankUrl: string | null;
  bank: { bsb: string; ending: string } | null;
  /** Whether the plan could begin anew as it is, with another account. */
  isPlanStillOffered: boolean;
  signedAt: string | null;
  payment: {
    amountCents: Cents;
    scheme: CardScheme;
    lastFour: string;
    receiptNumber: string;
    paidAt: string;
  } | null;
  /** Why the last card was not charged, where nothing was answered since. */
  lastFailure: string | null;
}

export function viewOf(deps: CheckoutDeps, at: Enrolment): EnrolmentView {
  const { enrolment, course, provider, record } = at;
  // What is under way, paid or signed stays as it was; until then the course's row speaks.
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
    linkMailedTo: at.isLinkMailed && at.generation < enrolment.newestLink ? enrolment.email : null,
    checkoutId: record?.checkout.id ?? null,
    offeredPriceCents: course.priceCents,
    paymentType: live?.paymentType ?? enrolment.paymentType,
    chosen: chosenIn(at, live),
    priceChangedFrom: chosenPrice !== null && chosenPrice !== course.priceCents ? chosenPrice : null,
    offer: offerOf(course),
    today,
    isPlanStillOffered: samePlan(at, today) !== null,
    terms: termsOf(provider),
    ...ofCheckout(deps, at),
  };
}

/** What was chosen of a plan. Where one is under way it speaks: another window may have answered since. */
function chosenIn({ enrolment }: Enrolment, live: StoredCheckout | null): PlanChoice | null {
  if (live?.paymentType === "interest_free_payment_plan")
    return {
      frequency: live.paymentFrequency as Frequency,
      numberOfInstalments: live.numberOfInstalments,
      firstPaymentDate: live.firstPaymentDate,
    };
  return (
    enrolment.frequency && {
      frequency: enrolment.frequency,
      numberOfInstalments: enrolment.numberOfInstalments!,
      firstPaymentDate: enrolment.firstPaymentDate!,
    }
  );
}

function studentOf({ enrolment }: Enrolment, live: Details | null): Details | null {
  const { firstName, lastName, email } = live ?? enrolment;
  return firstName === null || lastName === null || email === null ? null : { firstName, lastName, email };
}

type OfCheckout = Pick<
  EnrolmentView,
  "plan" | "setupUrl" | "cardBankUrl" | "bank" | "signedAt" | "payment" | "lastFailure"
>;
type StoredCheckout = NonNullable<Enrolment["record"]>["checkout"];
type Attempt = NonNullable<Enrolment["record"]>["attempt"];

const NO_CHECKOUT: OfCheckout = {
  plan: null,
  setupUrl: null,
  cardBankUrl: null,
  bank: null,
  signedAt: null,
  payment: null,
  lastFailure: null,
};

function ofCheckout(deps: CheckoutDeps, { enrolment, record }: Enrolment): OfCheckout {
  if (!record) return NO_CHECKOUT;
  const { attempt } = record;
  const failure = attempt && endedSince({ enrolment, record }) ? failureOf(attempt) : null;
  // Of a checkout that came to nothing only that is left to say.
  if (isReleased(record.checkout.checkoutStatus)) return { ...NO_CHECKOUT, lastFailure: failure };
  const { dda, agreement } = record;
  const action = nextAction(deps, record);
  return {
    plan: planOf(record),
    setupUrl: action.type === "authorise_direct_debit" ? action.url! : null,
    cardBankUrl: (action.type === "wait" && action.url) || null,
    bank: dda?.bsb && dda.accountEnding ? { bsb: dda.bsb, ending: dda.accountEnding } : null,
    signedAt: agreement?.signedAt.toISOString() ?? null,
    payment:
      attempt?.status === "succeeded"
        ? {
            amountCents: attempt.amountCents,
            scheme: attempt.cardScheme as CardScheme,
            lastFour: attempt.cardLastFour!,
            receiptNumber: attempt.receiptNumber!,
            paidAt: attempt.updatedAt.toISOString(),
          }
        : null,
    lastFailure: null,
  };
}

/** Why a card that was sent is not charged, and never will be; null while that is not certain. */
function failureOf({ status, declineCode }: NonNullable<Attempt>): string | null {
  switch (status) {
    case "declined":
      return declineMessage(declineCode!);
    case "refused":
    case "closed":
      return "The payment was not made. You have not been charged. You can try again.";
    case "started":
    case "unknown":
    case "succeeded":
      return null;
    default:
      return status satisfies never;
  }
}

function planOf(record: NonNullable<Enrolment["record"]>): OfferedPlan | null {
  const { checkout } = record;
  if (checkout.paymentType !== "interest_free_payment_plan") return null;
  const schedule = scheduleOf(record);
  return {
    frequency: checkout.paymentFrequency as Frequency,
    numberOfInstalments: checkout.numberOfInstalments,
    firstPaymentDate: checkout.firstPaymentDate,
    instalmentCents: checkout.instalmentCents,
    lastInstalmentCents: schedule.at(-1)!.amountCents,
    schedule,
  };
}
