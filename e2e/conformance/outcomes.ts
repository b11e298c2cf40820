import type { CheckoutStatus } from "../../lib/domain/states";
import { type Body, confirmBody, daysAhead, planBody } from "../support/bodies";
import { type Scene, strangers } from "../support/scenes";
import { NOWHERE } from "../support/webhooks";
import type { Case, Outcome, Setting } from "./row";

export const inEvery = (outcome: Outcome): Record<CheckoutStatus, Outcome> => ({
  "Awaiting Direct Debit": outcome,
  "Awaiting Confirmation": outcome,
  Confirmed: outcome,
  "Awaiting Payment": outcome,
  "Payment Pending": outcome,
  "Payment Processing": outcome,
  "Payment Failed": outcome,
  Expired: outcome,
  Cancelled: outcome,
});
const OVER = {
  Expired: [410, "checkout_expired"],
  Cancelled: [410, "checkout_cancelled"],
} satisfies Partial<Record<CheckoutStatus, Outcome>>;
const BY_CARD = ["Awaiting Payment", "Payment Pending", "Payment Processing", "Payment Failed"] as const;
const byCard = (outcome: Outcome) => Object.fromEntries(BY_CARD.map((status) => [status, outcome]));

/** A create for the order of a checkout that there is, or for a new one. */
const createBody = ({ provider }: Setting, scene: Scene | undefined) =>
  planBody(provider, scene && { provider: { provider_order_id: scene.orderId } });

export const CREATE: Case = {
  body: createBody,
  in: { ...inEvery([409, "duplicate_order"]), "Payment Failed": 201, Expired: 201, Cancelled: 201 },
};

/** A confirm whose every member is right; what Pay Now has none of is made up. */
async function confirmOf({ client }: Setting, scene: Scene | undefined): Promise<Body> {
  if (!scene) throw new Error("A confirm needs a checkout");
  const { opportunity_id, dda_id } = strangers();
  const { checkout } = scene.answer.body;
  if (!checkout) {
    const issued = await client.post(`/v1/provider-checkouts/${scene.id}/checkout-token`);
    return confirmBody({ ...scene.body, checkout: { ...issued.body.checkout, opportunity_id, dda_id } });
  }
  return confirmBody(scene.answer.body, {
    checkout: {
      dda_id: checkout.dda_id ?? dda_id,
      opportunity_id: checkout.opportunity_id ?? opportunity_id,
    },
  });
}

export const CONFIRM: Case = {
  on: "Awaiting Confirmation",
  body: confirmOf,
  in: {
    ...inEvery(200),
    ...byCard([409, "confirm_not_applicable"]),
    "Awaiting Direct Debit": [409, "dda_not_authorised"],
    ...OVER,
  },
};

const COLLECTED = { ...inEvery([404, "payment_plan_not_found"] as Outcome), Confirmed: 200 };

/** By operationId. An operation on checkouts that is not here succeeds in every state. */
export const CASES: Record<string, Case> = {
  createCheckout: CREATE,
  createCheckoutLegacy: CREATE,
  confirmCheckout: CONFIRM,
  confirmCheckoutLegacy: CONFIRM,
  quotePlan: {
    body: ({ provider }) => {
      const { pricing, plan } = planBody(provider);
      const { payment_type: _, ...terms } = plan;
      return { pricing, plan: terms };
    },
  },
  getAgreement: {
    on: "Confirmed",
    in: { ...inEvery([404, "agreement_not_found"]), Confirmed: 200 },
  },
  cancelCheckout: {
    in: {
      ...inEvery([409, "cancel_not_applicable"]),
      "Awaiting Direct Debit": 200,
      "Awaiting Confirmation": 200,
      "Awaiting Payment": 200,
      Cancelled: 200,
      Expired: [410, "checkout_expired"],
    },
  },
  requestRefund: {
    on: "Payment Processing",
    body: () => ({ amount: 1, reason: "Withdrawn" }),
    in: {
      ...inEvery([409, "refund_not_applicable"]),
      "Payment Pending": [409, "refund_not_possible_yet"],
      "Payment Processing": 201,
    },
  },
  issueCheckoutToken: { in: { ...inEvery(200), ...OVER } },
  authoriseDirectDebitInSandbox: {
    in: { ...inEvery(200), ...byCard([409, "dda_not_applicable"]), ...OVER },
  },
  expireInSandbox: {
    in: {
      ...inEvery([409, "expire_not_applicable"]),
      "Awaiting Direct Debit": 200,
      "Awaiting Confirmation": 200,
      "Awaiting Payment": 200,
      Expired: 200,
      Cancelled: [410, "checkout_cancelled"],
    },
  },
  getPaymentPlan: { on: "Confirmed", in: COLLECTED },
  changePaymentPlan: {
    on: "Confirmed",
    in: COLLECTED,
    body: () => ({ kind: "pause", until: daysAhead(60), preview: true }),
  },
  createWebhookEndpoint: { body: () => ({ url: NOWHERE }) },
  updateWebhookEndpoint: { body: () => ({ enabled: true }) },
  replayWebhookEvents: { body: () => ({ since: "2026-11-01T00:00:00Z" }) },
};
