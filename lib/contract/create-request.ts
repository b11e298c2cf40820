import { z } from "zod";
import { containsCardNumber } from "../../packages/cards/card-number";
import { readText } from "../../packages/text/text";
import { LONGEST, MAX_INSTALMENTS } from "../domain/limits";
import { FREQUENCIES } from "../domain/schedule";
import { PAYMENT_TYPES } from "../domain/states";
import { ABOUT } from "./descriptions";
import { calendarDate, email, money, option, reference, report, text } from "./fields";
import { metadata } from "./metadata";

const provider = z
  .object({
    provider_code: reference(LONGEST.reference, "harbour-college").meta({ description: ABOUT.provider_code }),
    provider_order_id: reference(LONGEST.reference, "ORD-10042").meta({
      description: ABOUT.provider_order_id,
    }),
    provider_account_id: reference(LONGEST.reference, "ACC-7")
      .nullish()
      .meta({ description: ABOUT.provider_account_id }),
  })
  .meta({ id: "ProviderReference", description: "The provider and its order." });

const student = z
  .object({
    first_name: text(LONGEST.name, "Amelia", "refused").meta({ description: ABOUT.first_name }),
    last_name: text(LONGEST.name, "Nguyen", "refused").meta({ description: ABOUT.last_name }),
    email: email().meta({ description: ABOUT.email }),
  })
  .meta({ id: "Student", description: "The student who enrols." });

const course = z
  .object({
    course_name: text(LONGEST.course, "Certificate IV in Bookkeeping", "refused").meta({
      description: ABOUT.course_name,
    }),
  })
  .meta({ id: "Course", description: "The course that the student enrols in." });

const pricing = z
  .object({
    course_price: money(1, 1500).meta({ description: ABOUT.course_price }),
    amount_to_finance: money(1, 1500).meta({ description: ABOUT.amount_to_finance }),
    upfront_payment: money(0, 0).nullish().meta({
      description:
        "In dollars. Pay Now: the course price. A plan: the deposit, which you collect yourself. If it is null or omitted, the deposit is `course_price` minus `amount_to_finance`.",
    }),
  })
  .meta({ id: "PricingRequest", description: "The course fee, and how much of it this checkout collects." });

const plan = z
  .object({
    payment_type: option(PAYMENT_TYPES).meta({
      description: ABOUT.payment_type,
      examples: [PAYMENT_TYPES[1]],
    }),
    payment_frequency: option(["Upfront", ...FREQUENCIES] as const).meta({
      description: ABOUT.payment_frequency,
      examples: [FREQUENCIES[1]],
    }),
    number_of_instalments: z.int().meta({
      format: "int32",
      minimum: 1,
      maximum: MAX_INSTALMENTS,
      description: ABOUT.number_of_instalments,
      examples: [6],
    }),
    instalment_amount: money(1, 250).meta({ description: ABOUT.instalment_amount }),
    first_payment_date: calendarDate().meta({ description: ABOUT.first_payment_date }),
  })
  .meta({ id: "PlanRequest", description: "How the student pays. Required for Pay Now too." });

export const cardToken = z
  .string()
  .transform((raw, ctx) => {
    const token = readText(raw, "reference", LONGEST.reference);
    const expected = "a token from the capture script";
    if (token === "") report(ctx, "required", "must not be empty", expected);
    else if (containsCardNumber(token, "any"))
      report(
        ctx,
        "card_number_not_allowed",
        "looks like a card number. Send a token from the capture script instead",
        expected,
      );
    else if (token.length > LONGEST.reference)
      report(ctx, "too_long", "must be at most 255 characters", "at most 255 characters");
    else if (!/^[\x21-\x7e]+$/.test(token))
      report(ctx, "token_unknown", "is not a token from the capture script", expected);
    return token;
  })
  .meta({
    minLength: 1,
    maxLength: 255,
    pattern: "^[\\x21-\\x7e]+$",
    description: "The token that the capture script returned. Never send a card number: it is rejected.",
    examples: ["tok_test_visa_abcdefghijklmnopqrstuv"],
  });

const cardPayment = z
  .object({
    token: cardToken.nullish(),
    hosted: z
      .boolean()
      .nullish()
      .meta({
        description:
          "`true` instead of a token: the student pays on our hosted card page. See `/docs/hosted-card-page`.",
        examples: [false],
      }),
    amount_to_charge_now: money(1, 1500).meta({ description: ABOUT.amount_to_charge_now }),
    payment_purpose: option(["card"] as const).meta({ description: "Always `card`." }),
  })
  .meta({
    id: "CardPaymentRequest",
    description: "The card to charge, or the hosted card page. Pay Now only.",
  });

/** The rules between fields, as far as JSON Schema can express them. `plan-rules.ts` has them all. */
const variant = (title: string, required: string[], description: string, members: object, card: object) => ({
  title,
  type: "object",
  required,
  properties: {
    plan: { type: "object", description, required: Object.keys(members), properties: members },
    card_payment: card,
  },
});
const given = (name: string, schema: object, example: unknown) => ({
  required: [name],
  properties: { [name]: { ...schema, examples: [example] } },
});
const PAY_NOW = variant(
  "Pay Now",
  ["plan", "card_payment"],
  "One payment of the whole course fee.",
  {
    payment_type: { type: "string", const: "upfront_payment", description: ABOUT.payment_type },
    payment_frequency: { type: "string", const: "Upfront", description: ABOUT.payment_frequency },
    number_of_instalments: {
      ...{ type: "integer", format: "int32", minimum: 1, maximum: 1, examples: [1] },
      description: ABOUT.number_of_instalments,
    },
  },
  {
    $ref: "#/$defs/CardPaymentRequest",
    description: "Either a card's token, or `hosted: true`.",
    anyOf: [
      given(
        "token",
        { type: "string", description: "A card's token." },
        "tok_test_visa_abcdefghijklmnopqrstuv",
      ),
      given("hosted", { type: "boolean", const: true, description: "Pay on our page." }, true),
    ],
  },
);
const PAYMENT_PLAN = variant(
  "Payment plan",
  ["plan"],
  "Instalments without interest, by direct debit.",
  {
    payment_type: { type: "string", const: "interest_free_payment_plan", description: ABOUT.payment_type },
    payment_frequency: {
      ...{ type: "string", enum: [...FREQUENCIES], examples: [FREQUENCIES[1]] },
      description: ABOUT.payment_frequency,
    },
  },
  { not: { type: "object" }, description: "Null or omitted for a plan.", examples: [null] },
);

/** The body of `POST /v1/provider-checkouts`: specification, "Checkout create request". */
export const createRequest = z
  .object({
    provider,
    student,
    course,
    pricing,
    plan,
    card_payment: cardPayment
      .nullish()
      .meta({ description: "The card to charge. Required for Pay Now; null or omitted for a plan." }),
    metadata: metadata(["string", "null"])
      .nullish()
      .meta({
        description:
          "Your own key–value pairs, such as references of your systems. Up to 20 keys of 1 to 40 characters, with values of up to 500 characters. Responses and events return them unchanged, and you can filter the list of checkouts by them. An empty object counts as absent. A card number is rejected.",
        examples: [{ intake: "2027-T1", campus: "Hobart" }],
      }),
  })
  .meta({ id: "CreateCheckoutRequest", allOf: [{ anyOf: [PAY_NOW, PAYMENT_PLAN] }] });

export type CreateRequest = z.output<typeof createRequest>;

/** A field that is absent or wrong by itself is read as undefined. */
const readable = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

const readSections = z.object({
  pricing: readable(
    z
      .object({
        course_price: readable(pricing.shape.course_price),
        amount_to_finance: readable(pricing.shape.amount_to_finance),
        upfront_payment: readable(pricing.shape.upfront_payment),
      })
      .nullable(),
  ),
  plan: readable(
    z
      .object({
        payment_type: readable(plan.shape.payment_type),
        payment_frequency: readable(plan.shape.payment_frequency),
        number_of_instalments: readable(plan.shape.number_of_instalments),
        instalment_amount: readable(plan.shape.instalment_amount),
      })
      .nullable(),
  ),
  card_payment: readable(
    z
      .object({
        amount_to_charge_now: readable(cardPayment.shape.amount_to_charge_now),
        hosted: readable(cardPayment.shape.hosted),
      })
      .nullable(),
  ),
});

/** The readable part of a body, as far as rules between fields need it. */
export type ReadSections = z.output<typeof readSections>;

/** Reads each field on its own, for the rules between fields. A list has none. */
export const readMembers = (input: object): ReadSections => readSections.safeParse(input).data ?? {};
