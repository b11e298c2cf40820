import { present } from "../../packages/text/narrow";
import { type FieldError, validationFailed } from "../domain/errors";
import { type Frequency, frequencyOf } from "../domain/schedule";
import { type CreateRequest, createRequest, type ReadSections, readMembers } from "./create-request";
import { countRule, payNowRules, planRules } from "./plan-rules";
import { fieldErrors, unknownMembers, type Validated } from "./validate";

type Shared = ReturnType<typeof membersOf>;

/** A valid create request, checked as far as that needs no clock and no database. */
export type CreateCommand =
  /** Without a token the student pays on the hosted card page. */
  | (Shared & { paymentType: "upfront_payment"; paymentFrequency: "Upfront"; cardToken: string | null })
  | (Shared & { paymentType: "interest_free_payment_plan"; paymentFrequency: Frequency });

/**
 * Reads the create body. If one field is wrong, the others are still read on their own, so that the rules between them apply
 * and all field errors come at once.
 */
export function readCreate(input: unknown): Validated<CreateCommand> {
  const whole = createRequest.safeParse(input);
  const rules = rulesBetweenMembers(input, whole.data);
  const ofMembers = whole.success ? [] : fieldErrors(whole.error.issues, input);
  // A section that must not be sent has no fields to correct.
  const unwanted = rules.filter(({ code }) => code === "not_allowed").map(({ path }) => path[0]);
  const errors = [...ofMembers.filter(({ path }) => !unwanted.includes(path[0])), ...rules];
  if (!whole.success || errors.length > 0) throw validationFailed(errors);
  return { value: toCommand(whole.data), warnings: unknownMembers(createRequest, input) };
}

function rulesBetweenMembers(input: unknown, whole: CreateRequest | undefined): FieldError[] {
  if (typeof input !== "object" || input === null) return [];
  const sections: ReadSections = whole ?? readMembers(input);
  switch (sections.plan?.payment_type) {
    case "upfront_payment":
      return payNowRules(sections, input);
    case "interest_free_payment_plan":
      return planRules(sections, input);
    default:
      return countRule(sections.plan?.number_of_instalments);
  }
}

function membersOf(body: CreateRequest) {
  const { pricing, plan } = body;
  return {
    /** As it was validated. The idempotency fingerprint is made from it. */
    body,
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
    metadata: body.metadata ?? null,
  };
}

function toCommand(body: CreateRequest): CreateCommand {
  const { pricing, plan, card_payment } = body;
  const shared = membersOf(body);
  if (plan.payment_type === "upfront_payment")
    return {
      ...shared,
      depositCents: pricing.course_price,
      paymentType: plan.payment_type,
      paymentFrequency: "Upfront",
      cardToken: present(card_payment, "card_payment").token ?? null,
    };
  const paymentFrequency = frequencyOf(plan.payment_frequency);
  return { ...shared, paymentType: plan.payment_type, paymentFrequency };
}
