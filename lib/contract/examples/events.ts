import { tableOf } from "../../../packages/text/narrow";
import { EVENT_TYPES, type EventType } from "../../domain/states";
import type { CheckoutEvent } from "../events";
import { checkoutExamples, withoutActionsExample } from "./checkouts";
import { EXAMPLE, type Place } from "./values";

/** One event of each type, each with the checkout as it was at that change. */
export function eventExamples(place: Place): Record<EventType, CheckoutEvent> {
  const of = checkoutExamples(place);
  const { agreement } = of.confirmed;
  const signed = {
    ...of.confirmed,
    agreement: agreement && { ...agreement, status: "being_made" as const, sha256: null },
  };
  const told = {
    "checkout.created": { sequence: 1, resource: of.plan, timestamp: EXAMPLE.createdAt },
    "checkout.expired": { sequence: 2, resource: of.expired, timestamp: EXAMPLE.expiresAt },
    "checkout.cancelled": { sequence: 2, resource: of.cancelled, timestamp: EXAMPLE.signedAt },
    "card_payment.succeeded": { sequence: 2, resource: of.paid, timestamp: EXAMPLE.createdAt },
    "card_payment.failed": { sequence: 2, resource: of.declined, timestamp: EXAMPLE.createdAt },
    "direct_debit.authorised": { sequence: 2, resource: of.authorised, timestamp: EXAMPLE.authorisedAt },
    "payment_plan.signed": { sequence: 3, resource: signed, timestamp: EXAMPLE.signedAt },
    "agreement.ready": { sequence: 4, resource: of.confirmed, timestamp: EXAMPLE.signedAt },
    "student.email_undelivered": {
      sequence: 5,
      resource: { ...of.confirmed, student_email: "undelivered" },
      timestamp: EXAMPLE.signedAt,
    },
  } as const satisfies Record<EventType, unknown>;
  return tableOf(EVENT_TYPES, (type) => {
    const { sequence, resource, timestamp } = told[type];
    const { environment } = place;
    const data = withoutActionsExample(resource);
    return { id: EXAMPLE.eventId, type, timestamp, sequence, environment, data };
  });
}
