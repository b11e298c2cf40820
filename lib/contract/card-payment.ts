import { z } from "zod";
import { amount, matching, slug, url, words } from "./answer-fields";
import { EXAMPLE } from "./examples";

/** What responses say about a card charge: contract section 4. */

const notPaid = z.literal(false).meta({ description: "No charge is known to have succeeded so far." });
const cardPaymentSucceeded = z.object({
  success: z.literal(true).meta({ description: "The card was charged and the enrolment is paid." }),
  status: z.literal("succeeded").meta({ description: "The card was charged." }),
  amount_charged: amount("The amount charged, in dollars.", 1500),
  card: z
    .object({
      scheme: slug("The card's scheme, such as `visa`, `mastercard` or `amex`.", "visa"),
      last4: matching(/^\d{4}$/, 4, {
        description: "The last four digits of the card number.",
        examples: ["4242"],
      }),
    })
    .meta({ description: "What you can see of the card." }),
  receipt_number: words(255, "The card gateway's number for this charge.", "RMI8J4X2A7Q1Z"),
});
const cardPaymentPending = z.object({
  success: notPaid,
  status: z
    .literal("pending")
    .meta({ description: "The outcome is not known yet. Do not charge the student again." }),
});
const cardPaymentDeclined = z.object({
  success: notPaid,
  status: z.literal("declined").meta({ description: "The bank declined the card." }),
  decline_code: slug("Why the bank declined. New codes may be added.", "insufficient_funds"),
});
const cardPaymentFailed = z.object({
  success: notPaid,
  status: z.literal("failed").meta({ description: "No charge was made." }),
});
const cardPaymentAwaiting = z.object({
  success: notPaid,
  status: z
    .literal("awaiting_card")
    .meta({ description: "The student has not paid on the hosted card page yet." }),
  payment_url: url("The hosted card page.", EXAMPLE.paymentPath).nullable().meta({
    description:
      "The URL of the hosted card page, on which the student pays. Null if your key lacks `checkouts:write`, and in lists and events.",
  }),
  decline_code: slug("Why the bank declined the student's last card. Null if it did not.", "expired_card")
    .nullable()
    .meta({ examples: [null] }),
});
export const cardPayment = z
  .discriminatedUnion("status", [
    cardPaymentAwaiting,
    cardPaymentSucceeded,
    cardPaymentPending,
    cardPaymentDeclined,
    cardPaymentFailed,
  ])
  .meta({ id: "CardPayment", description: "The card payment and its outcome." });

export const cardDeclined = cardPaymentDeclined.meta({
  id: "CardPaymentDeclined",
  description: "A card payment that the bank declined.",
});
