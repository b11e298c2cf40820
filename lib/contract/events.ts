import { z } from "zod";
import { tableOf } from "../../packages/text/narrow";
import { pascalCase } from "../../packages/text/text";
import { EVENT_TYPES, type EventType } from "../domain/states";
import { API_VERSION } from "../domain/webhooks";
import { count, id, instant, words } from "./answer-fields";
import { ABOUT } from "./descriptions";
import { isPlanEvent, planEventData } from "./plan-events";
import { refundResource } from "./refunds";
import { checkoutWithoutActions, MAX_EVENTS } from "./resource";

export const EVENT_MEANINGS: Record<EventType, string> = {
  "checkout.created": "A checkout was created. For Pay Now, the outcome of the charge is not known yet.",
  "checkout.expired": "A plan was not authorised and confirmed in time.",
  "checkout.cancelled": "A plan was cancelled before it was confirmed.",
  "card_payment.succeeded": "The card was charged and the enrolment is paid.",
  "card_payment.failed": "The card was declined, or the charge was never made.",
  "direct_debit.authorised": "The student has authorised the direct debit. Confirm the plan next.",
  "payment_plan.signed": "The plan was confirmed and signed. The PDF of the Payment Plan Agreement follows.",
  "agreement.ready": "The PDF of the signed Payment Plan Agreement is ready.",
  "student.email_undelivered":
    "A mail server permanently rejected the email with the student's receipt or agreement. Ask the student for another address.",
  "refund.succeeded": "The money of a refund was sent to the student. Its data names the refund.",
  "refund.failed":
    "A refund failed, perhaps after it had succeeded. The student did not get the money. Its data names the refund.",
  "debit.sent": "A debit of a payment plan was handed to the processor. It can no longer be stopped.",
  "debit.paid": "A debit of a payment plan was paid.",
  "debit.dishonoured": "A debit of a payment plan failed. Its instalment is still owed.",
  "debit.reversed": "The bank took the money of a paid debit back. Its instalment is owed again.",
  "payment_plan.changed": "A payment plan was changed, paused or resumed.",
  "payment_plan.on_hold": "A payment plan is on hold. Nothing is debited until a person acts.",
  "payment_plan.completed": "All of a payment plan is paid.",
  "payment_plan.ended": "A payment plan has ended. Nothing more is debited.",
};

const isOfRefund = (type: EventType) => type === "refund.succeeded" || type === "refund.failed";
const aboutData = {
  description: "The checkout as it was right after this event, without action URLs and bank details.",
};
const withRefund = checkoutWithoutActions
  .extend({ refund: refundResource })
  .meta({ id: "CheckoutWithRefund", description: "The checkout, with the refund that the event is about." });

export const apiVersion = (description: string) =>
  words(10, `${description} The first part of the API's paths.`, API_VERSION);

/** One event, with the checkout as it was at that change. Contract section 8. */
const eventOf = (type: EventType) =>
  z
    .object({
      id: id("evt", "The id of the event. It is the same in every delivery, and is also the `webhook-id`."),
      type: z.literal(type).meta({ description: EVENT_MEANINGS[type] }),
      timestamp: instant("When the event happened."),
      sequence: count(1, MAX_EVENTS, "The number of the event within its checkout: 1, 2, 3, without gaps."),
      environment: z.enum(["sandbox", "production"]).meta({ description: ABOUT.environment }),
      api_version: apiVersion("The version of the API that the event is written in."),
      data: isPlanEvent(type)
        ? planEventData
        : (isOfRefund(type) ? withRefund : checkoutWithoutActions).meta(aboutData),
    })
    .meta({ id: `${pascalCase(type)}Event`, description: EVENT_MEANINGS[type] });

export const EVENTS = tableOf(EVENT_TYPES, eventOf);
