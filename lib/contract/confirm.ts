import { z } from "zod";
import { calendarDate, report, text } from "./fields";
import { EXAMPLE_TOKEN, idPattern, TOKEN_PATTERN } from "./patterns";
import { read, type Validated } from "./validate";

export const DECLARATION_KEYS = [
  "payment_plan_accepted",
  "information_confirmed",
  "privacy_consent_accepted",
] as const;

const PAYMENT_METHOD = "service_payment_plan";

/** A declaration counts only when it was made: absent, null and false are the same fault. */
function declaration() {
  return z
    .preprocess((value) => value ?? false, z.boolean())
    .transform((made, ctx) => {
      if (!made)
        report(ctx, "declaration_required", "must be true: the student makes this declaration", "true");
      return made;
    })
    .meta({ const: true, description: "The student has made this declaration." });
}

/** Absent or null is its own fault, hence `required` by hand: a confirm needs a direct debit authority. */
function ddaId() {
  return z
    .preprocess((value) => value ?? "", z.string())
    .transform((raw, ctx) => {
      const value = raw.trim();
      if (value === "")
        report(
          ctx,
          "dda_required",
          "is required: confirm needs the direct debit authority of the plan",
          "the dda_id of create's answer",
        );
      return value;
    })
    .meta({ maxLength: 255, pattern: idPattern("dda"), examples: ["dda_01m7xzsvdaexwt5dmxs7qvyfwf"] });
}

/** The body of confirm, v1 and legacy: specification, "Checkout confirm request". */
export const confirmRequest = z
  .object({
    provider: z
      .object({ provider_code: text(255, "harbour-college"), provider_order_id: text(255, "ORD-10042") })
      .meta({ id: "ConfirmProvider" }),
    checkout: z
      .object({
        checkout_id: text(255, "chk_01m7xzsvdaexwt5dmxs7qvyfwd", "not looked for", idPattern("chk")),
        checkout_token: text(255, EXAMPLE_TOKEN, "not looked for", TOKEN_PATTERN),
        opportunity_id: text(255, "opp_01m7xzsvdaexwt5dn6qv5mqysw", "not looked for", idPattern("opp")),
        dda_id: ddaId(),
      })
      .meta({
        id: "ConfirmCheckout",
        required: ["checkout_id", "checkout_token", "opportunity_id", "dda_id"],
      }),
    payment: z
      .object({
        payment_method: z
          .string()
          .transform((raw, ctx) => {
            const value = raw.trim();
            if (value !== PAYMENT_METHOD)
              report(
                ctx,
                value === "" ? "required" : "does_not_match",
                `must be ${PAYMENT_METHOD}`,
                PAYMENT_METHOD,
              );
            return value;
          })
          .meta({ const: PAYMENT_METHOD }),
        first_payment_date: calendarDate(),
        deposit_confirmed: z
          .boolean()
          .meta({ description: "Where the plan has a deposit: whether it was paid. False is refused then." }),
      })
      .meta({ id: "ConfirmPayment" }),
    declarations: z
      .preprocess(
        (value) => value ?? {},
        z.object({
          payment_plan_accepted: declaration(),
          information_confirmed: declaration(),
          privacy_consent_accepted: declaration(),
        }),
      )
      .meta({ id: "Declarations", required: [...DECLARATION_KEYS] }),
  })
  .meta({ id: "ConfirmCheckoutRequest", required: ["provider", "checkout", "payment", "declarations"] });

/** What confirm is asked to do; the three declarations were made, or it would not exist. */
export interface ConfirmCommand {
  providerCode: string;
  providerOrderId: string;
  checkoutId: string;
  checkoutToken: string;
  opportunityId: string;
  ddaId: string;
  firstPaymentDate: string;
  depositConfirmed: boolean;
}

/** @throws CheckoutError `validation_failed` */
export function readConfirm(input: unknown): Validated<ConfirmCommand> {
  const { value, warnings } = read(confirmRequest, input);
  return {
    value: {
      providerCode: value.provider.provider_code,
      providerOrderId: value.provider.provider_order_id,
      checkoutId: value.checkout.checkout_id,
      checkoutToken: value.checkout.checkout_token,
      opportunityId: value.checkout.opportunity_id,
      ddaId: value.checkout.dda_id,
      firstPaymentDate: value.payment.first_payment_date,
      depositConfirmed: value.payment.deposit_confirmed,
    },
    warnings,
  };
}
