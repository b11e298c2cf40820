import { propertyOf } from "../../packages/text/narrow";
import type { FieldError, FieldErrorCode } from "../domain/errors";
import { MAX_INSTALMENTS } from "../domain/limits";
import { type Cents, toAmount } from "../domain/money";
import { checkPlanSum, FREQUENCIES } from "../domain/schedule";
import type { ReadSections } from "./create-request";
import { listed } from "./fields";

function error(path: string, code: FieldErrorCode, says: string, expected: string): FieldError {
  const parts = path.split(".");
  return { path: parts, code, message: `${parts.at(-1)} ${says}.`, expected };
}

function mustEqual(path: string, expected: string, why: string): FieldError {
  return error(path, "must_equal", `must be ${expected}: ${why}`, expected);
}

/** Pay Now: one card payment of the whole fee. Contract section 4. */
export function payNowRules({ pricing, plan, card_payment }: ReadSections, input: object): FieldError[] {
  const errors: FieldError[] = [];
  const price = pricing?.course_price;
  const wholeFee = (path: string, cents: Cents | null | undefined) => {
    if (price !== undefined && cents !== undefined && cents !== null && cents !== price)
      errors.push(mustEqual(path, String(toAmount(price)), "Pay Now charges the full course_price"));
  };
  wholeFee("pricing.amount_to_finance", pricing?.amount_to_finance);
  wholeFee("pricing.upfront_payment", pricing?.upfront_payment);
  wholeFee("plan.instalment_amount", plan?.instalment_amount);
  wholeFee("card_payment.amount_to_charge_now", card_payment?.amount_to_charge_now);
  if (plan?.payment_frequency !== undefined && plan.payment_frequency !== "Upfront")
    errors.push(mustEqual("plan.payment_frequency", "Upfront", "Pay Now is one payment"));
  if (plan?.number_of_instalments !== undefined && plan.number_of_instalments !== 1)
    errors.push(mustEqual("plan.number_of_instalments", "1", "Pay Now is one payment"));
  const card = propertyOf(input, "card_payment");
  if (card == null)
    errors.push(
      error("card_payment", "required", "is required when payment_type is upfront_payment", "an object"),
    );
  else if (typeof card === "object" && !Array.isArray(card))
    errors.push(...tokenRule(card, card_payment?.hosted === true));
  return errors;
}

/** Either a card's token or the hosted card page. */
function tokenRule(card: object, isHosted: boolean): FieldError[] {
  const hasToken = propertyOf(card, "token") != null;
  if (hasToken !== isHosted) return [];
  return isHosted
    ? [error("card_payment.token", "not_allowed", "must not be sent with hosted: true", "no token")]
    : [error("card_payment.token", "required", "is required unless hosted is true", "a token")];
}

/** A payment plan: instalments that sum to the cent. Contract section 4. */
export function planRules({ pricing, plan }: ReadSections, input: object): FieldError[] {
  const errors: FieldError[] = [];
  if (propertyOf(input, "card_payment") != null) {
    const says = "must not be sent with a payment plan";
    errors.push(error("card_payment", "not_allowed", says, "no card_payment"));
  }
  if (plan?.payment_frequency === "Upfront") {
    const options = listed(FREQUENCIES);
    errors.push(error("plan.payment_frequency", "not_an_option", `must be ${options} for a plan`, options));
  }
  const count = plan?.number_of_instalments;
  const depositErrors = depositRule(pricing ?? {});
  errors.push(...countRule(count), ...depositErrors);
  const financed = pricing?.amount_to_finance;
  const instalment = plan?.instalment_amount;
  if (financed === undefined || instalment === undefined || count === undefined || depositErrors.length > 0)
    return errors;
  if (count >= 1 && count <= MAX_INSTALMENTS) errors.push(...sumRule(financed, instalment, count));
  return errors;
}

/** 1 to 104 instalments: also checked where payment_type is missing or wrong. */
export function countRule(count: number | undefined): FieldError[] {
  const path = "plan.number_of_instalments";
  if (count !== undefined && count < 1) return [error(path, "too_small", "must be at least 1", "1 to 104")];
  if (count !== undefined && count > MAX_INSTALMENTS)
    return [error(path, "too_large", `must be at most ${MAX_INSTALMENTS}`, "1 to 104")];
  return [];
}

function depositRule(pricing: NonNullable<ReadSections["pricing"]>): FieldError[] {
  const { course_price, amount_to_finance, upfront_payment } = pricing;
  if (course_price === undefined || amount_to_finance === undefined) return [];
  const rest = course_price - amount_to_finance;
  if (rest < 0) {
    const [says, most] = ["must not be more than course_price", `<= ${toAmount(course_price)}`];
    return [error("pricing.amount_to_finance", "too_large", says, most)];
  }
  if (upfront_payment == null || upfront_payment === rest) return [];
  const why = "the deposit is course_price minus amount_to_finance";
  return [mustEqual("pricing.upfront_payment", String(toAmount(rest)), why)];
}

function sumRule(financedCents: Cents, instalmentCents: Cents, numberOfInstalments: number): FieldError[] {
  const sum = checkPlanSum({ financedCents, instalmentCents, numberOfInstalments });
  if (sum.ok) return [];
  const suggestion = sum.suggestion && {
    instalment_amount: toAmount(sum.suggestion.instalmentCents),
    last_instalment_amount: toAmount(sum.suggestion.lastInstalmentCents),
  };
  return [
    {
      path: ["plan", "instalment_amount"],
      code: "plan_does_not_sum",
      message: suggestion
        ? `${numberOfInstalments} instalments of this instalment_amount do not add up to amount_to_finance. Use ${suggestion.instalment_amount}, with a last instalment of ${suggestion.last_instalment_amount}.`
        : `amount_to_finance cannot be split into ${numberOfInstalments} instalments of at least one cent each.`,
      expected: suggestion ? String(suggestion.instalment_amount) : "fewer instalments",
      suggestion,
    },
  ];
}
