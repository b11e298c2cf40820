import { createHash } from "node:crypto";
import { dateInZone } from "../../packages/dates/zone";
import type { CheckoutDeps } from "../checkout/context";
import { create } from "../checkout/create";
import type { Answer } from "../checkout/response";
import { readCreate } from "../contract/create";
import { OTHER_REQUEST_MESSAGE } from "../contract/problems";
import { LinkEnded, saveAnswers } from "../db/enrolments";
import { tooManyDeclines } from "../domain/declines";
import { CheckoutError } from "../domain/errors";
import { toAmount } from "../domain/money";
import { isReleased } from "../domain/states";
import { termsOf } from "../domain/terms";
import { byStudent, type Enrolment, openAgain, type PortalDeps, type Visit } from "./context";
import { aboutEnrolment, isPlanOffered, isTakenByOther, offerOf } from "./plan";
import type { Undone } from "./result";
import { type Step, stepOf } from "./step";

/** What the browser sends: of the card only a token. */
export interface CardAnswer {
  token: string;
  /** Of the accepted Terms; empty if the box was not ticked. */
  termsVersion: string;
  offer: string;
}

/** `uncertain` is a fault of the service: the same answer may be sent again, which charges at most once. */
export type PayResult =
  | { status: "moved"; step: Step | "plan" | "plan/pay"; undone?: Undone; told?: "paid" }
  /** `offersPlan` if the bank has too little money and the order can be paid in instalments. */
  | { status: "declined"; message: string; offersPlan?: true }
  | { status: "refused"; field: "terms" | "number" | null; message: string }
  | { status: "uncertain" };

/**
 * Step 3a: pays the course's price. With the same token it gives the same result. See docs/decisions/040-token-as-key.md.
 */
export async function payByCard(
  deps: PortalDeps,
  visit: Visit,
  at: Enrolment,
  { token, termsVersion, offer }: CardAnswer,
): Promise<PayResult> {
  if (stepOf(at) !== "card") return movedOn(at);
  // The new price was accepted in another window, and not seen on this page.
  if (offer !== offerOf(at.course)) return { status: "moved", step: "pay" };
  const terms = termsOf(at.provider);
  if (termsVersion !== terms.version)
    return refused(
      "terms",
      termsVersion === ""
        ? "Accept the Terms and Conditions to continue"
        : "The Terms and Conditions have changed. Read and accept the new ones.",
    );
  const begun = (await deps.declines?.begin(visit.ipAddress)) ?? { end: () => {} };
  if ("waitSeconds" in begun)
    return refused(null, tooManyDeclines(begun.waitSeconds, deps.now(), at.provider.timeZone));
  try {
    await saveAnswers(deps.db, at, {
      termsVersion,
      termsSha256: createHash("sha256").update(JSON.stringify(terms.sections)).digest(),
      termsAcceptedAt: deps.now(),
      finishingLink: at.generation,
      updatedAt: deps.now(),
    });
    const answer = await charge(deps, visit, at, token);
    const result = resultOf(answer, deps, at);
    // The same form sent again tried no card.
    if (result.status === "declined" && !answer.replayed)
      await deps.declines?.count({
        address: visit.ipAddress,
        requestId: visit.requestId,
        providerCode: at.provider.code,
        courseName: at.course.name,
      });
    return result;
  } catch (error) {
    // Another window pays, has paid or begun a plan.
    if (error instanceof CheckoutError) return refusalOf(error) ?? (await othersOr(error, deps, at));
    if (error instanceof LinkEnded) throw error;
    deps.log.error({ error, enrolmentId: at.enrolment.id }, "A payment could not be carried out");
    return { status: "uncertain" };
  } finally {
    begun.end();
  }
}

/** The order number is another student's, or another window was first. */
async function othersOr(error: CheckoutError, deps: CheckoutDeps, at: Enrolment): Promise<PayResult> {
  const again = await openAgain(deps, at);
  return isTakenByOther(error, again) ? refused(null, OTHER_REQUEST_MESSAGE) : movedOn(again);
}

async function charge(deps: CheckoutDeps, visit: Visit, at: Enrolment, token: string): Promise<Answer> {
  const by = {
    ...byStudent(at, visit),
    provider: at.provider,
    idempotencyKey: `${at.enrolment.id}:${createHash("sha256").update(token).digest("hex")}`,
    warnings: [],
  };
  const { value } = readCreate(payNow(at, token, dateInZone(deps.now(), at.provider.timeZone)));
  return create(deps, by, value);
}

/** A plan that another window chose prevents the charge, and the student is told. */
function movedOn(at: Enrolment): PayResult {
  const { enrolment, record } = at;
  const live = record && !isReleased(record.checkout.checkoutStatus) ? record.checkout : null;
  const isPlan = (live ?? enrolment).paymentType === "interest_free_payment_plan";
  return { status: "moved", step: stepOf(at), ...(isPlan && { undone: "card" }) };
}

function payNow(at: Enrolment, token: string, today: string) {
  const price = toAmount(at.course.priceCents);
  const about = aboutEnrolment(at);
  return {
    ...about,
    pricing: { ...about.pricing, upfront_payment: price },
    plan: {
      payment_type: "upfront_payment",
      payment_frequency: "Upfront",
      number_of_instalments: 1,
      instalment_amount: price,
      first_payment_date: today,
    },
    card_payment: { token, amount_to_charge_now: price, payment_purpose: "card" },
  };
}

function resultOf({ status, body }: Answer, deps: CheckoutDeps, at: Enrolment): PayResult {
  if (status === 201) return { status: "moved", step: "done" };
  if (status === 202) return { status: "moved", step: "checking" };
  const { user_message: message, card_payment } = JSON.parse(body);
  const offersPlan = isPlanOffered(deps, at, card_payment?.decline_code);
  return { status: "declined", message, ...(offersPlan && { offersPlan }) };
}

function refused(field: "terms" | "number" | null, message: string): PayResult {
  return { status: "refused", field, message };
}

/** Null if another window was first. */
function refusalOf(error: CheckoutError): PayResult | null {
  switch (error.code) {
    case "validation_failed":
      if (error.fields.some(({ code }) => code === "policy_price"))
        return refused(null, "This course cannot be paid for here. Contact your education provider.");
      return error.fields.some(({ path }) => path[0] === "card_payment")
        ? refused("number", "Your card details could not be used. Enter them again.")
        : refused(null, "Your details need correcting before you can pay.");
    case "service_unavailable":
    case "rate_limited":
      return refused(null, String(error.extra.user_message));
    default:
      return null;
  }
}
