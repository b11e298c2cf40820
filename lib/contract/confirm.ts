import { z } from "zod";
import { readText } from "../../packages/text/text";
import { LONGEST } from "../domain/limits";
import { ABOUT } from "./descriptions";
import { calendarDate, reference, report } from "./fields";
import { EXAMPLE_TOKEN, idPattern, TOKEN_PATTERN } from "./patterns";
import { read, type Validated } from "./validate";

export const DECLARATION_KEYS = [
  "payment_plan_accepted",
  "information_confirmed",
  "privacy_consent_accepted",
] as const;

const PAYMENT_METHOD = "service_payment_plan";

/** An absent, null or false declaration is the same error: the student has not made it. */
function declaration(description: string) {
  return z
    .preprocess((value) => value ?? false, z.boolean())
    .transform((made, ctx) => {
      if (!made)
        report(
          ctx,
          "declaration_required",
          "must be true. Only the student can make this declaration",
          "true",
        );
      return made;
    })
    .meta({ const: true, description });
}

/** Absent, null or empty is `dda_required` and not `required`, so the schema accepts all three. */
function ddaId() {
  return z
    .preprocess((value) => value ?? "", z.string())
    .transform((raw, ctx) => {
      const value = readText(raw, "reference", LONGEST.reference);
      if (value === "")
        report(
          ctx,
          "dda_required",
          "is required. Send the dda_id that create returned",
          "the dda_id that create returned",
        );
      return value;
    })
    .meta({
      maxLength: 255,
      pattern: idPattern("dda"),
      description: "The `dda_id` that create returned.",
      examples: ["dda_01m7xzsvdaexwt5dmxs7qvyfwf"],
    });
}

/** The body of confirm, v1 and legacy: specification, "Checkout confirm request". */
export const confirmRequest = z
  .object({
    provider: z
      .object({
        provider_code: reference(LONGEST.reference, "harbour-college").meta({
          description: ABOUT.provider_code,
        }),
        provider_order_id: reference(LONGEST.reference, "ORD-10042").meta({
          description: "The `provider_order_id` that you sent to create.",
        }),
      })
      .meta({ id: "ConfirmProvider", description: "As in the create request." }),
    checkout: z
      .object({
        checkout_id: reference(LONGEST.reference, "chk_01m7xzsvdaexwt5dmxs7qvyfwd", idPattern("chk")).meta({
          description: "The checkout's id. It must be the one in the path.",
        }),
        checkout_token: reference(LONGEST.reference, EXAMPLE_TOKEN, TOKEN_PATTERN).meta({
          description:
            "The latest token of this checkout: from create, or from the checkout-token operation.",
        }),
        opportunity_id: reference(LONGEST.reference, "opp_01m7xzsvdaexwt5dn6qv5mqysw", idPattern("opp")).meta(
          {
            description: "The `opportunity_id` that create returned.",
          },
        ),
        dda_id: ddaId(),
      })
      .meta({
        id: "ConfirmCheckout",
        description: "The `checkout` object of create's response. Pass it on unchanged.",
        required: ["checkout_id", "checkout_token", "opportunity_id", "dda_id"],
      }),
    payment: z
      .object({
        payment_method: z
          .string()
          .transform((raw, ctx) => {
            const value = readText(raw, "reference", LONGEST.reference);
            if (value !== PAYMENT_METHOD)
              report(
                ctx,
                value === "" ? "required" : "does_not_match",
                `must be ${PAYMENT_METHOD}`,
                PAYMENT_METHOD,
              );
            return value;
          })
          .meta({ const: PAYMENT_METHOD, description: "Always `service_payment_plan`." }),
        first_payment_date: calendarDate().meta({
          description: "The `first_payment_date` that you sent to create, `YYYY-MM-DD`.",
        }),
        deposit_confirmed: z.boolean().meta({
          description:
            "Whether you have received the deposit, which you collect yourself. If the plan has a deposit (`pricing.upfront_payment` above 0), `false` is rejected with `deposit_not_confirmed`. If it has none, send `true`; `false` is accepted too. When you send the same confirm again, send the same value.",
          examples: [true],
        }),
      })
      .meta({ id: "ConfirmPayment", description: "What you confirm about the payments." }),
    declarations: z
      .preprocess(
        (value) => value ?? {},
        z.object({
          payment_plan_accepted: declaration("The student has accepted the Payment Plan Agreement."),
          information_confirmed: declaration("The student has confirmed that their information is correct."),
          privacy_consent_accepted: declaration(
            "The student has consented to the handling of their personal information.",
          ),
        }),
      )
      .meta({
        id: "Declarations",
        description: "The student's declarations. All three must be true.",
        required: [...DECLARATION_KEYS],
      }),
  })
  .meta({ id: "ConfirmCheckoutRequest", required: ["provider", "checkout", "payment", "declarations"] });

/** What confirm is asked to do. It does not contain the three declarations: without them there is no command. */
export type ConfirmCommand = ReturnType<typeof toCommand>;

export function readConfirm(input: unknown): Validated<ConfirmCommand> {
  const { value, warnings } = read(confirmRequest, input);
  return { value: toCommand(value), warnings };
}

function toCommand({ provider, checkout, payment }: z.output<typeof confirmRequest>) {
  return {
    providerCode: provider.provider_code,
    providerOrderId: provider.provider_order_id,
    checkoutId: checkout.checkout_id,
    checkoutToken: checkout.checkout_token,
    opportunityId: checkout.opportunity_id,
    ddaId: checkout.dda_id,
    firstPaymentDate: payment.first_payment_date,
    depositConfirmed: payment.deposit_confirmed,
  };
}
