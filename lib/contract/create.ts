import { type FieldError, validationFailed } from "../domain/errors";
import type { Cents } from "../domain/money";
import type { Frequency } from "../domain/schedule";
import { type CreateRequest, createRequest, type ReadSections, sections } from "./create-request";
import { payNowRules, planRules } from "./plan-rules";
import { fieldErrors, unknownMembers, type Validated } from "./validate";

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
