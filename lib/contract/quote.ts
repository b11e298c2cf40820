import { z } from "zod";
import { present, propertyOf } from "../../packages/text/narrow";
import { type FieldError, validationFailed } from "../domain/errors";
import { FREQUENCIES, splitEvenly } from "../domain/schedule";
import type { CreateCommand } from "./create";
import { createRequest, type ReadSections, readMembers } from "./create-request";
import { option } from "./fields";
import { planRules } from "./plan-rules";
import { checkoutResource } from "./resource";
import { fieldErrors, pointerOf, unknownMembers, type Validated } from "./validate";

const { pricing, plan } = createRequest.shape;

const planToQuote = z
  .object({
    number_of_instalments: plan.shape.number_of_instalments.meta({
      description: "The number of instalments.",
    }),
    first_payment_date: plan.shape.first_payment_date.meta({
      description:
        "The date on which the first instalment would be due: `YYYY-MM-DD` in the provider's time zone.",
    }),
    payment_frequency: option(FREQUENCIES).meta({
      description: "How often an instalment would be due.",
      examples: [FREQUENCIES[1]],
    }),
    instalment_amount: plan.shape.instalment_amount.nullish().meta({
      description:
        "The amount of every instalment except the last, in dollars. If it is null or omitted, the amount is split as evenly as possible.",
    }),
  })
  .meta({ id: "PlanToQuote", description: "The payment plan that you want a quote for." });

/** The body of `POST /v1/quotes`: the part of create's body that determines a plan's schedule. */
export const quoteRequest = z.object({ pricing, plan: planToQuote }).meta({ id: "QuoteRequest" });

/** `pricing` and `plan` as the checkout would have them. */
export const quote = checkoutResource
  .pick({ pricing: true, plan: true, warnings: true })
  .meta({ id: "Quote", description: "The payment plan that create would make now." });
export type Quote = z.output<typeof quote>;

/** What create reads of a payment plan's terms. Amounts are cents. */
export type QuoteCommand = Pick<
  Extract<CreateCommand, { paymentType: "interest_free_payment_plan" }>,
  | "paymentType"
  | "paymentFrequency"
  | "coursePriceCents"
  | "financedCents"
  | "depositCents"
  | "numberOfInstalments"
  | "instalmentCents"
  | "firstPaymentDate"
>;

/** Reads the body with create's own rules, all field errors at once. */
export function readQuote(input: unknown): Validated<QuoteCommand> {
  const whole = quoteRequest.safeParse(input);
  const errors: FieldError[] = whole.success ? [] : fieldErrors(whole.error.issues, input);
  const known = new Set(errors.map(({ path }) => pointerOf(path)));
  const sections = sectionsOf(input);
  errors.push(...planRules(sections, {}).filter(({ path }) => !known.has(pointerOf(path))));
  if (!whole.success || errors.length > 0) throw validationFailed(errors);
  const { pricing: prices, plan: terms } = whole.data;
  const value: QuoteCommand = {
    paymentType: "interest_free_payment_plan",
    paymentFrequency: terms.payment_frequency,
    coursePriceCents: prices.course_price,
    financedCents: prices.amount_to_finance,
    depositCents: prices.upfront_payment ?? prices.course_price - prices.amount_to_finance,
    numberOfInstalments: terms.number_of_instalments,
    instalmentCents: present(sections.plan?.instalment_amount, "instalment amount"),
    firstPaymentDate: terms.first_payment_date,
  };
  return { value, warnings: unknownMembers(quoteRequest, input) };
}

/** The readable part of the body. A missing instalment is that of an even split, or one cent if there is none. */
function sectionsOf(input: unknown): ReadSections {
  if (typeof input !== "object" || input === null) return {};
  const read = readMembers(input);
  const named = propertyOf(propertyOf(input, "plan"), "instalment_amount");
  const [financed, count] = [read.pricing?.amount_to_finance, read.plan?.number_of_instalments];
  if ((named !== undefined && named !== null) || financed === undefined || count === undefined) return read;
  const even = splitEvenly(financed, count)?.instalmentCents ?? 1;
  return { ...read, plan: { ...read.plan, instalment_amount: even } };
}
