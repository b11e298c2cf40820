import { createHash } from "node:crypto";
import type { Answer } from "../checkout/answer";
import type { CheckoutDeps } from "../checkout/context";
import { create } from "../checkout/create";
import { readCreate } from "../contract/create";
import { LinkEnded, saveAnswers } from "../db/enrolments";
import { dateInZone } from "../domain/calendar";
import { CheckoutError } from "../domain/errors";
import { toAmount } from "../domain/money";
import { termsOf } from "../domain/terms";
import { byStudent, type Enrolment, type Visit } from "./context";
import { aboutEnrolment, offerOf } from "./plan";
import { type Step, stepOf } from "./step";

/** What the browser sends: of the card only a token. */
export interface CardAnswer {
  token: string;
  /** Of the Terms that were accepted; empty where the box was not ticked. */
  termsVersion: string;
  /** See `offerOf`. */
  offer: string;
}

/** `uncertain` is a fault of ours: the same answer may be sent again, which charges at most once. */
export type PayResult =
  | { status: "moved"; step: Step }
  | { status: "declined"; message: string }
  | { status: "refused"; field: "terms" | "number" | null; message: string }
  | { status: "uncertain" };

/** Step 3a: pays the course's price. With the same token it gives the same answer (D-063). */
export async function payByCard(
  deps: CheckoutDeps,
  visit: Visit,
  at: Enrolment,
  { token, termsVersion, offer }: CardAnswer,
): Promise<PayResult> {
  const step = stepOf(at);
  if (step !== "card") return { status: "moved", step };
  // The new price was accepted in another window, and not seen on this page (D-061).
  if (offer !== offerOf(at.course)) return { status: "moved", step: "pay" };
  const terms = termsOf(at.provider);
  if (termsVersion !== terms.version)
    return refused(
      "terms",
      termsVersion === ""
        ? "Accept the Terms and Conditions to continue"
        : "The Terms and Conditions have changed. Read and accept the new ones.",
    );
  try {
    await saveAnswers(deps.db, at, {
      termsVersion,
      termsSha256: createHash("sha256").update(JSON.stringify(terms.sections)).digest(),
      termsAcceptedAt: deps.now(),
      updatedAt: deps.now(),
    });
    return await charge(deps, visit, at, token);
  } catch (error) {
    if (error instanceof CheckoutError) return refusalOf(error);
    if (error instanceof LinkEnded) throw error;
    deps.log.error({ error, enrolmentId: at.enrolment.id }, "A payment could not be carried out");
    return { status: "uncertain" };
  }
}

async function charge(deps: CheckoutDeps, visit: Visit, at: Enrolment, token: string): Promise<PayResult> {
  const by = {
    ...byStudent(at, visit),
    provider: at.provider,
    idempotencyKey: `${at.enrolment.id}:${createHash("sha256").update(token).digest("hex")}`,
    warnings: [],
  };
  const { value } = readCreate(payNow(at, token, dateInZone(deps.now(), at.provider.timeZone)));
  return resultOf(await create(deps, by, value));
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

function resultOf({ status, body }: Answer): PayResult {
  if (status === 201) return { status: "moved", step: "done" };
  if (status === 202) return { status: "moved", step: "checking" };
  return { status: "declined", message: JSON.parse(body).user_message };
}

function refused(field: "terms" | "number" | null, message: string): PayResult {
  return { status: "refused", field, message };
}

function refusalOf(error: CheckoutError): PayResult {
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
      // Another window pays or has paid.
      return { status: "moved", step: "checking" };
  }
}
