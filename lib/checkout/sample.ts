import type { z } from "zod";
import { present, tableOf } from "../../packages/text/narrow";
import type { createRequest } from "../contract/create-request";
import { EXAMPLE, EXAMPLE_PLAN, examplesAt, type Place } from "../contract/examples";
import { isPlanEvent, samplePlanEventData } from "../contract/plan-events";
import { sampleRefund } from "../contract/refunds";
import type { CheckoutResource } from "../contract/resource";
import {
  awaitsCard,
  awaitsCharge,
  begin,
  canMove,
  EVENT_TYPES,
  type EventType,
  isAwaiting,
  isReleased,
  isResultOf,
  move,
  type PlanEventType,
  type Start,
  type State,
  summaryOf,
  TRANSITIONS,
  type TransitionName,
} from "../domain/states";
import { API_VERSION } from "../domain/webhooks";
import { WORDING_VERSION } from "../domain/wording";
import { withoutActions } from "./resource";

type Moves = readonly [Start, ...TransitionName[]];

/** When each move was made. */
const TIMES = [EXAMPLE.createdAt, EXAMPLE.authorisedAt, EXAMPLE.signedAt];

/** The checkout of the documentation and of test events. Real transitions bring it to its state. */
export function sampleCheckout({ baseUrl, environment }: Place, [start, ...moves]: Moves): CheckoutResource {
  const state = moves.reduce<State>(move, begin(start));
  const status = state.checkout;
  const isPlan = start === "start_plan";
  const self = `${baseUrl}/v1/provider-checkouts/${EXAMPLE.checkoutId}`;
  const setupUrl = canMove(status, "authorise") ? `${baseUrl}${EXAMPLE.setupPath}` : null;
  const paymentUrl = awaitsCard(status) ? `${baseUrl}${EXAMPLE.paymentPath}` : null;
  const expiresAt = isAwaiting(status) || isResultOf("expire", status) ? EXAMPLE.expiresAt : null;
  return {
    checkout: {
      checkout_id: EXAMPLE.checkoutId,
      opportunity_id: state.stage && EXAMPLE.opportunityId,
      dda_id: isPlan ? EXAMPLE.ddaId : null,
    },
    checkout_status: status,
    authorisation_status: state.authorisation,
    opportunity_stage: state.stage,
    ...summaryOf(status),
    environment,
    currency: "AUD",
    provider: {
      provider_code: EXAMPLE.providerCode,
      provider_order_id: EXAMPLE.orderId,
      provider_account_id: EXAMPLE.accountId,
    },
    student: { first_name: "Amelia", last_name: "Nguyen", email: "amelia@example.com" },
    student_email: null,
    course: { course_name: "Certificate IV in Bookkeeping" },
    pricing: { course_price: 1500, amount_to_finance: 1500, upfront_payment: isPlan ? 0 : 1500 },
    plan: isPlan ? { ...EXAMPLE_PLAN, schedule: [...EXAMPLE_PLAN.schedule] } : PAY_NOW,
    card_payment: isPlan ? null : cardPayment(state, paymentUrl),
    refunded: 0,
    direct_debit: state.dda && {
      status: state.dda,
      setup_url: setupUrl,
      expires_at: setupUrl && expiresAt,
      ...(moves.includes("authorise")
        ? { authorised_at: EXAMPLE.authorisedAt, account: { bsb: "000-000", ending: "456" } }
        : { authorised_at: null, account: null }),
    },
    agreement: moves.includes("confirm")
      ? {
          agreement_id: EXAMPLE.agreementId,
          status: "ready",
          version: WORDING_VERSION,
          content_sha256: "3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b",
          sha256: "5d41402abc4b2a76b9719d911017c592a7ffc6f8bf1ed76651c14756a061d662",
          url: `${self}/agreement`,
          signed_at: EXAMPLE.signedAt,
        }
      : null,
    payment_plan: null,
    next_action: setupUrl
      ? { type: "authorise_direct_debit", url: setupUrl }
      : paymentUrl
        ? { type: "open", url: paymentUrl }
        : { type: nextAction(state) },
    created_at: EXAMPLE.createdAt,
    expires_at: expiresAt,
    links: { self },
  };
}

const PAY_NOW: CheckoutResource["plan"] = {
  payment_type: "upfront_payment",
  payment_frequency: "Upfront",
  number_of_instalments: 1,
  instalment_amount: 1500,
  first_payment_date: "2026-11-21",
  schedule: [],
};

function nextAction({ checkout }: State) {
  if (canMove(checkout, "confirm")) return "confirm";
  return awaitsCharge(checkout) ? "wait" : "none";
}

function cardPayment({ checkout }: State, payment_url: string | null): CheckoutResource["card_payment"] {
  if (payment_url) return { success: false, status: "awaiting_card", payment_url, decline_code: null };
  if (awaitsCharge(checkout)) return { success: false, status: "pending" };
  if (isReleased(checkout)) return { success: false, status: "declined", decline_code: "insufficient_funds" };
  return {
    success: true,
    status: "succeeded",
    amount_charged: 1500,
    card: { scheme: "visa", last4: "4242" },
    receipt_number: "RMI8J4X2A7Q1Z",
  };
}

/** The body of create that begins it. */
export function sampleRequest(place: Place, start: Start): z.input<typeof createRequest> {
  const { provider, student, course, pricing, plan } = sampleCheckout(place, [start]);
  const { schedule: _, ...terms } = plan;
  const { token } = examplesAt(place);
  return {
    provider,
    student,
    course,
    pricing,
    plan: terms,
    ...(start === "start_pay_now" && {
      card_payment: { token, amount_to_charge_now: 1500, payment_purpose: "card" },
    }),
    ...(start === "start_card_page" && {
      card_payment: { hosted: true, amount_to_charge_now: 1500, payment_purpose: "card" },
    }),
  };
}

/** With its timeline, as GET shows it. */
export function sampleStatus(place: Place, moves: Moves) {
  const timeline = moves.map((name, index) => ({
    sequence: index + 1,
    event_id: `evt_01m7xzsvdaexwt5dn6qv5mqys${index + 1}`,
    type: present(TRANSITIONS[name].event, "event of the move"),
    at: TIMES[index],
    actor: name === "authorise" ? "student" : `api_key:${EXAMPLE.keyId}`,
    request_id: EXAMPLE.requestId,
  }));
  return { ...sampleCheckout(place, moves), timeline };
}

const SIGNED: Moves = ["start_plan", "authorise", "confirm"];
const PAID: Moves = ["start_pay_now", "charge_succeeded"];
/** The moves up to each event, and how many events came after the last of them. */
const EVENTS: Record<Exclude<EventType, PlanEventType>, readonly [moves: Moves, later: number]> = {
  "checkout.created": [["start_plan"], 0],
  "checkout.expired": [["start_plan", "expire"], 0],
  "checkout.cancelled": [["start_plan", "cancel"], 0],
  "card_payment.succeeded": [["start_pay_now", "charge_succeeded"], 0],
  "card_payment.failed": [["start_pay_now", "charge_failed"], 0],
  "direct_debit.authorised": [["start_plan", "authorise"], 0],
  "payment_plan.signed": [SIGNED, 0],
  "agreement.ready": [SIGNED, 1],
  "student.email_undelivered": [SIGNED, 2],
  "refund.succeeded": [PAID, 1],
  "refund.failed": [PAID, 1],
};

/** One event of each type, with the checkout as it was at that change. */
export const sampleEvents = (place: Place) =>
  tableOf(EVENT_TYPES, (type) => {
    if (isPlanEvent(type))
      return {
        id: EXAMPLE.eventId,
        type,
        timestamp: EXAMPLE.signedAt,
        sequence: 5,
        environment: place.environment,
        api_version: API_VERSION,
        data: samplePlanEventData(type),
      };
    const [moves, later] = EVENTS[type];
    const { agreement, ...data } = withoutActions(sampleCheckout(place, moves));
    const isMade = type !== "payment_plan.signed";
    return {
      id: EXAMPLE.eventId,
      type,
      timestamp: TIMES[moves.length - 1],
      sequence: moves.length + later,
      environment: place.environment,
      api_version: API_VERSION,
      data: {
        ...data,
        student_email: type === "student.email_undelivered" ? "undelivered" : null,
        ...(type === "refund.succeeded" && { refunded: 250, refund: sampleRefund(place) }),
        ...(type === "refund.failed" && { refund: sampleRefund(place, "Failed") }),
        agreement: agreement && (isMade ? agreement : { ...agreement, status: "being_made", sha256: null }),
      },
    };
  });
