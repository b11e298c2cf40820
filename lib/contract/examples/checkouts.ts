import type { z } from "zod";
import { present } from "../../../packages/text/narrow";
import { buildSchedule, frequencyOf } from "../../domain/schedule";
import {
  awaitsCharge,
  begin,
  canMove,
  isAwaiting,
  isReleased,
  isResultOf,
  move,
  type State,
  TRANSITIONS,
  type TransitionName,
} from "../../domain/states";
import { WORDING_VERSION } from "../../domain/wording";
import { EXAMPLE_TOKEN } from "../patterns";
import type { CheckoutResource, CreatedCheckout, checkoutStatus } from "../resource";
import { type CreateBody, PLAN_REQUEST, PLAN_WITH_DEPOSIT_REQUEST, payNowRequest } from "./requests";
import { EXAMPLE, type Place } from "./values";

type CheckoutStatus = z.output<typeof checkoutStatus>;
type Path = readonly ["start_plan" | "start_pay_now", ...TransitionName[]];

/** Answered checkouts, each brought to its state by the real transitions. */
export function checkoutExamples(place: Place) {
  return {
    plan: planAfter(place, PLAN_REQUEST, ["start_plan"]),
    planWithDeposit: planAfter(place, PLAN_WITH_DEPOSIT_REQUEST, ["start_plan"]),
    authorised: planAfter(place, PLAN_REQUEST, ["start_plan", "authorise"]),
    confirmed: planAfter(place, PLAN_REQUEST, ["start_plan", "authorise", "confirm"]),
    cancelled: planAfter(place, PLAN_REQUEST, ["start_plan", "cancel"]),
    expired: planAfter(place, PLAN_REQUEST, ["start_plan", "expire"]),
    paid: payNowAfter(place, ["start_pay_now", "charge_succeeded"]),
    unknown: payNowAfter(place, ["start_pay_now", "charge_outcome_unknown"]),
    declined: payNowAfter(place, ["start_pay_now", "charge_failed"]),
    neverCharged: {
      ...payNowAfter(place, ["start_pay_now", "charge_outcome_unknown", "charge_failed"]),
      card_payment: { success: false as const, status: "failed" as const },
    },
  };
}

function stateAfter([beginning, ...moves]: Path): State {
  return moves.reduce((state, name) => move(state, name), begin(beginning));
}

function planAfter(place: Place, request: CreateBody, path: Path): CheckoutResource {
  const state = stateAfter(path);
  const self = `${place.baseUrl}/v1/provider-checkouts/${EXAMPLE.checkoutId}`;
  const setupUrl = `${place.baseUrl}${EXAMPLE.setupPath}`;
  const awaited = canMove(state.checkout, "authorise");
  const authorised = path.includes("authorise");
  const hasTerm = isAwaiting(state.checkout) || isResultOf("expire", state.checkout);
  return {
    ...common(place, state, request),
    checkout: {
      checkout_id: EXAMPLE.checkoutId,
      opportunity_id: EXAMPLE.opportunityId,
      dda_id: EXAMPLE.ddaId,
    },
    card_payment: null,
    direct_debit: {
      status: present(state.dda, "direct debit of a plan"),
      setup_url: awaited ? setupUrl : null,
      expires_at: awaited ? EXAMPLE.expiresAt : null,
      authorised_at: authorised ? EXAMPLE.authorisedAt : null,
      account: authorised ? { bsb: "000-000", ending: "456" } : null,
    },
    agreement: path.includes("confirm")
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
    next_action: awaited
      ? { type: "authorise_direct_debit", url: setupUrl }
      : { type: canMove(state.checkout, "confirm") ? "confirm" : "none" },
    expires_at: hasTerm ? EXAMPLE.expiresAt : null,
  };
}

function payNowAfter(place: Place, path: Path): CheckoutResource {
  const state = stateAfter(path);
  const pending = awaitsCharge(state.checkout);
  return {
    ...common(place, state, payNowRequest(place)),
    checkout: {
      checkout_id: EXAMPLE.checkoutId,
      opportunity_id: state.stage ? EXAMPLE.opportunityId : null,
      dda_id: null,
    },
    card_payment: cardPayment(state),
    direct_debit: null,
    agreement: null,
    next_action: { type: pending ? "wait" : "none" },
    expires_at: null,
  };
}

function cardPayment({ checkout }: State): CheckoutResource["card_payment"] {
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

function common(place: Place, state: State, request: CreateBody) {
  const { provider, student, course, pricing, plan, metadata } = request;
  const deposit = pricing.upfront_payment ?? pricing.course_price - pricing.amount_to_finance;
  return {
    checkout_status: state.checkout,
    authorisation_status: state.authorisation,
    opportunity_stage: state.stage,
    environment: place.environment,
    currency: "AUD" as const,
    provider: { ...provider, provider_account_id: provider.provider_account_id ?? null },
    student,
    student_email: null,
    course,
    pricing: { ...pricing, upfront_payment: deposit },
    plan: {
      ...plan,
      schedule: scheduleOf(request),
    },
    ...(metadata && { metadata }),
    created_at: EXAMPLE.createdAt,
    links: { self: `${place.baseUrl}/v1/provider-checkouts/${EXAMPLE.checkoutId}` },
  };
}

function scheduleOf({ pricing, plan }: CreateBody) {
  if (plan.payment_type === "upfront_payment") return [];
  const cents = (dollars: number) => Math.round(dollars * 100);
  return buildSchedule({
    financedCents: cents(pricing.amount_to_finance),
    instalmentCents: cents(plan.instalment_amount),
    numberOfInstalments: plan.number_of_instalments,
    frequency: frequencyOf(plan.payment_frequency),
    firstPaymentDate: plan.first_payment_date,
  }).map((one) => ({
    number: one.number,
    due_date: one.dueDate,
    debit_date: one.debitDate,
    amount: one.amountCents / 100,
    balance_after: one.balanceAfterCents / 100,
  }));
}

export function asCreatedExample({ checkout, ...rest }: CheckoutResource): CreatedCheckout {
  const { checkout_id, opportunity_id, dda_id } = checkout;
  return { checkout: { checkout_id, checkout_token: EXAMPLE_TOKEN, opportunity_id, dda_id }, ...rest };
}

export function withoutActionsExample({ direct_debit, next_action, ...rest }: CheckoutResource) {
  return {
    ...rest,
    direct_debit: direct_debit && { ...direct_debit, setup_url: null, account: null },
    next_action: { type: next_action.type },
  };
}

/** @param told which move each event tells, when, and by whom */
export function asStatusExample(
  resource: CheckoutResource,
  told: readonly (readonly [name: TransitionName, at: string, actor: string])[],
): CheckoutStatus {
  const { warnings: _, ...rest } = resource;
  return {
    ...rest,
    timeline: told.map(([name, at, actor], index) => ({
      sequence: index + 1,
      event_id: `evt_01m7xzsvdaexwt5dn6qv5mqys${index + 1}`,
      type: present(TRANSITIONS[name].event, "event of the move"),
      at,
      actor,
      request_id: EXAMPLE.requestId,
    })),
  };
}
