import { z } from "zod";
import { containsCardNumber } from "../domain/card-number";
import { type FieldError, validationFailed } from "../domain/errors";
import type { Cents } from "../domain/money";
import { FREQUENCIES, type Frequency } from "../domain/schedule";
import { PAYMENT_TYPES } from "../domain/states";
import { calendarDate, email, money, option, text } from "./fields";
import { payNowRules, planRules } from "./plan-rules";
import { fieldErrors, unknownMembers, type Validated } from "./validate";

const provider = z
  .object({
    provider_code: text(255, "harbour-college"),
    provider_order_id: text(255, "ORD-10042"),
    provider_account_id: text(255, "ACC-7").nullish(),
  })
  .meta({ id: "ProviderReference" });

const student = z
  .object({ first_name: text(100, "Amelia"), last_name: text(100, "Nguyen"), email: email() })
  .meta({ id: "Student" });

const course = z.object({ course_name: text(200, "Certificate IV in Bookkeeping") }).meta({ id: "Course" });

const pricing = z
  .object({
    course_price: money(1, 1500),
    amount_to_finance: money(1, 1500),
    upfront_payment: money(0, 0).nullish(),
  })
  .meta({ id: "PricingRequest" });

const plan = z
  .object({
    payment_type: option(PAYMENT_TYPES),
    payment_frequency: option(["Upfront", ...FREQUENCIES] as const),
    number_of_instalments: z.int().meta({ minimum: 1, maximum: 104, examples: [26] }),
    instalment_amount: money(1, 57.69),
    first_payment_date: calendarDate(),
  })
  .meta({ id: "PlanRequest" });

const cardToken = z
  .string()
  .transform((raw, ctx) => {
    const token = raw.trim();
    const refuse = (code: string, message: string, expected: string) =>
      ctx.issues.push({ code: "custom", input: "", message, params: { code, expected } });
    if (token === "") refuse("required", "must not be empty", "a token from the capture script");
    else if (containsCardNumber(token))
      refuse(
        "card_number_not_allowed",
        "looks like a card number; send a token from the capture script, and never a card number",
        "a token from the capture script",
      );
    else if (token.length > 255)
      refuse("too_long", "must be at most 255 characters", "at most 255 characters");
    else if (!/^[\x21-\x7e]+$/.test(token))
      refuse("token_unknown", "is not a token of this gateway", "a token from the capture script");
    return token;
  })
  .meta({ minLength: 1, maxLength: 255, examples: ["tok_test_visa_abcdefghijklmnopqrstuv"] });

const cardPayment = z
  .object({
    token: cardToken,
    amount_to_charge_now: money(1, 1500),
    payment_purpose: option(["card"] as const),
  })
  .meta({ id: "CardPaymentRequest" });

const sections = { provider, student, course, pricing, plan, card_payment: cardPayment.nullish() };

/** The body of `POST /v1/provider-checkouts`: specification, "Checkout create request". */
export const createRequest = z.object(sections).meta({ id: "CreateCheckoutRequest" });

export type CreateRequest = z.output<typeof createRequest>;
/** A section is undefined where it has errors of its own. */
export type ReadSections = { [K in keyof CreateRequest]?: CreateRequest[K] };

interface Shared {
  providerCode: string;
  providerOrderId: string;
  providerAccountId: string | null;
  firstName: string;
  lastName: string;
  email: string;
  courseName: string;
  coursePriceCents: Cents;
  financedCents: Cents;
  depositCents: Cents;
  numberOfInstalments: number;
  instalmentCents: Cents;
  firstPaymentDate: string;
}

/** What create is asked to do, in cents, checked as far as it can be without a clock or a database. */
export type CreateCommand =
  | (Shared & { paymentType: "upfront_payment"; paymentFrequency: "Upfront"; cardToken: string })
  | (Shared & { paymentType: "interest_free_payment_plan"; paymentFrequency: Frequency });

/**
 * Reads the create body. Every section is read on its own, so that the rules between sections still speak when
 * another section has faults: all field errors come at once.
 * @throws CheckoutError `validation_failed`
 */
export function readCreate(input: unknown): Validated<CreateCommand> {
  const whole = createRequest.safeParse(input);
  const errors = whole.success ? [] : fieldErrors(whole.error.issues, input);
  errors.push(...rulesBetweenSections(input));
  if (!whole.success || errors.length > 0) throw validationFailed(errors);
  return { value: toCommand(whole.data), warnings: unknownMembers(createRequest, input) };
}

function rulesBetweenSections(input: unknown): FieldError[] {
  if (typeof input !== "object" || input === null) return [];
  const read: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(sections)) {
    const result = schema.safeParse((input as Record<string, unknown>)[name]);
    if (result.success) read[name] = result.data;
  }
  const sectionsRead = read as ReadSections;
  const type = sectionsRead.plan?.payment_type ?? paymentTypeOf(input);
  if (type === "upfront_payment") return payNowRules(sectionsRead, input);
  if (type === "interest_free_payment_plan") return planRules(sectionsRead, input);
  return [];
}

function paymentTypeOf(input: object): unknown {
  return (input as { plan?: { payment_type?: unknown } | null }).plan?.payment_type;
}

function toCommand(body: CreateRequest): CreateCommand {
  const { pricing, plan, card_payment } = body;
  const shared: Shared = {
    providerCode: body.provider.provider_code,
    providerOrderId: body.provider.provider_order_id,
    providerAccountId: body.provider.provider_account_id ?? null,
    firstName: body.student.first_name,
    lastName: body.student.last_name,
    email: body.student.email,
    courseName: body.course.course_name,
    coursePriceCents: pricing.course_price,
    financedCents: pricing.amount_to_finance,
    depositCents: pricing.upfront_payment ?? pricing.course_price - pricing.amount_to_finance,
    numberOfInstalments: plan.number_of_instalments,
    instalmentCents: plan.instalment_amount,
    firstPaymentDate: plan.first_payment_date,
  };
  if (plan.payment_type === "upfront_payment")
    return {
      ...shared,
      depositCents: pricing.course_price,
      paymentType: plan.payment_type,
      paymentFrequency: "Upfront",
      cardToken: card_payment!.token,
    };
  return { ...shared, paymentType: plan.payment_type, paymentFrequency: plan.payment_frequency as Frequency };
}
