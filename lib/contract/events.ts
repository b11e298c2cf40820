import { z } from "zod";
import { tableOf } from "../../packages/text/narrow";
import { pascalCase } from "../../packages/text/text";
import { EVENT_TYPES, type EventType } from "../domain/states";
import { count, id, instant } from "./answer-fields";
import { ABOUT } from "./descriptions";
import { checkoutWithoutActions, MAX_EVENTS } from "./resource";

export const EVENT_MEANINGS: Record<EventType, string> = {
  "checkout.created": "A checkout was created. For Pay Now its charge has no outcome yet.",
  "checkout.expired": "A plan was not authorised and confirmed in time.",
  "checkout.cancelled": "A plan was cancelled before it was confirmed.",
  "card_payment.succeeded": "The card was charged; the enrolment is paid.",
  "card_payment.failed": "The card was declined, or this checkout's charge was never made.",
  "direct_debit.authorised": "The student has authorised the direct debit; the plan awaits confirm.",
  "payment_plan.signed": "The plan was confirmed; the PDF of its Payment Plan Agreement is being made.",
  "agreement.ready": "The PDF of the signed Payment Plan Agreement is made.",
  "student.email_undelivered":
    "A mail server refused for good the email with the student's receipt or agreement. Ask the student for another address.",
};

/** One event, with the checkout as it was at that change. Contract section 8. */
const eventOf = (type: EventType) =>
  z
    .object({
      id: id("evt", "The event's id: the same at each delivery, and the `webhook-id`."),
      type: z.literal(type).meta({ description: EVENT_MEANINGS[type] }),
      timestamp: instant("When it happened."),
      sequence: count(1, MAX_EVENTS, "Counts the events of one checkout, from 1 without a gap."),
      environment: z.enum(["sandbox", "production"]).meta({ description: ABOUT.environment }),
      data: checkoutWithoutActions.meta({
        description: "The checkout as it was at that change, without addresses of action and bank details.",
      }),
    })
    .meta({ id: `${pascalCase(type)}Event`, description: EVENT_MEANINGS[type] });

export const EVENTS = tableOf(EVENT_TYPES, eventOf);
