import type { CheckoutStatus } from "../../lib/domain/states";
import { api } from "../support/api";
import { type Body, confirmBody, merge, payNowBody, planBody } from "../support/bodies";
import { makeProvider } from "../support/provider";
import { IN_STATUS, type Scene, strangers } from "../support/scenes";
import type { Door } from "../support/stack";
import type { PublishedOperation } from "./document";
import type { Outcome, Row, Setting } from "./row";
import { WEBHOOK_ROWS } from "./webhook-rows";

export type { Row, Setting } from "./row";

export async function setting(door: Door): Promise<Setting> {
  const provider = await makeProvider();
  return { provider, client: api(door, provider.key) };
}

const inEvery = (outcome: Outcome): Record<CheckoutStatus, Outcome> => ({
  "Awaiting Direct Debit": outcome,
  "Awaiting Confirmation": outcome,
  Confirmed: outcome,
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
const BY_CARD = ["Payment Pending", "Payment Processing", "Payment Failed"] as const;
const byCard = (outcome: Outcome) => Object.fromEntries(BY_CARD.map((status) => [status, outcome]));

/** A create for the order of a checkout that there is, or for a new one. */
const createBody = ({ provider }: Setting, scene: Scene | undefined) =>
  planBody(provider, scene && { provider: { provider_order_id: scene.orderId } });

const CREATE: Row = {
  key: "needed",
  scope: "checkouts:write",
  success: 201,
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

const CONFIRM: Row = {
  key: "needed",
  scope: "checkouts:write",
  on: "Awaiting Confirmation",
  success: 200,
  body: confirmOf,
  in: {
    ...inEvery(200),
    ...byCard([409, "confirm_not_applicable"]),
    "Awaiting Direct Debit": [409, "dda_not_authorised"],
    ...OVER,
  },
};

/** One row for each operation, by its operationId. */
export const TABLE: Record<string, Row> = {
  getEnvironment: { key: "optional", success: 200 },
  getOpenApi: { key: "not looked at", success: 200 },
  createCheckout: CREATE,
  createCheckoutLegacy: CREATE,
  quotePlan: {
    key: "needed",
    scope: "checkouts:read",
    success: 200,
    body: ({ provider }) => {
      const { pricing, plan } = planBody(provider);
      const { payment_type: _, ...terms } = plan;
      return { pricing, plan: terms };
    },
  },
  listCheckouts: { key: "needed", scope: "checkouts:read", success: 200 },
  getCheckout: {
    key: "needed",
    scope: "checkouts:read",
    on: "Awaiting Direct Debit",
    success: 200,
    in: inEvery(200),
  },
  confirmCheckout: CONFIRM,
  confirmCheckoutLegacy: CONFIRM,
  getAgreement: {
    key: "needed",
    scope: "checkouts:read",
    on: "Confirmed",
    success: 200,
    in: { ...inEvery([404, "agreement_not_found"]), Confirmed: 200 },
  },
  cancelCheckout: {
    key: "needed",
    scope: "checkouts:write",
    on: "Awaiting Direct Debit",
    success: 200,
    body: () => ({}),
    in: {
      ...inEvery([409, "cancel_not_applicable"]),
      "Awaiting Direct Debit": 200,
      "Awaiting Confirmation": 200,
      Cancelled: 200,
      Expired: [410, "checkout_expired"],
    },
  },
  issueCheckoutToken: {
    key: "needed",
    scope: "checkouts:write",
    on: "Awaiting Direct Debit",
    success: 200,
    body: () => ({}),
    in: { ...inEvery(200), ...OVER },
  },
  authoriseDirectDebitInSandbox: {
    key: "needed",
    scope: "sandbox:simulate",
    on: "Awaiting Direct Debit",
    success: 200,
    body: () => ({ test_account: "success" }),
    in: { ...inEvery(200), ...byCard([409, "dda_not_applicable"]), ...OVER },
  },
  expireInSandbox: {
    key: "needed",
    scope: "sandbox:simulate",
    on: "Awaiting Direct Debit",
    success: 200,
    body: () => ({}),
    in: {
      ...inEvery([409, "expire_not_applicable"]),
      "Awaiting Direct Debit": 200,
      "Awaiting Confirmation": 200,
      Expired: 200,
      Cancelled: [410, "checkout_cancelled"],
    },
  },
  resolveChargeInSandbox: {
    key: "needed",
    scope: "sandbox:simulate",
    on: "Payment Pending",
    success: 200,
    body: () => ({ outcome: "never_made" }),
    in: { ...inEvery([409, "charge_not_pending"]), "Payment Pending": 200 },
  },
  sendEventInSandbox: {
    key: "needed",
    scope: "sandbox:simulate",
    success: 202,
    body: () => ({ type: "card_payment.failed" }),
  },
  resetInSandbox: { key: "needed", scope: "sandbox:reset", success: 200, body: () => ({}) },
  listSandboxRequests: { key: "needed", scope: "sandbox:simulate", success: 200 },
  listSandboxCharges: { key: "needed", scope: "checkouts:read", success: 200 },
  ...WEBHOOK_ROWS,
};

/** @throws Error for an operation that has no row yet */
export function rowOf({ id }: PublishedOperation): Row {
  const row = TABLE[id];
  if (!row) throw new Error(`Operation ${id} has no row in the table of these tests`);
  return row;
}

/** A checkout in a state. */
export const sceneIn = (status: CheckoutStatus, { client, provider }: Setting): Promise<Scene> =>
  IN_STATUS[status](client, provider);

/** What an operation's path names, in the state in which it succeeds; nothing where it names nothing. */
export async function subjectOf(operation: PublishedOperation, where: Setting): Promise<Scene | undefined> {
  const { on, subject } = rowOf(operation);
  return on ? sceneIn(on, where) : subject?.(where);
}

/** Whether it is about something that may not exist, and how it says so. */
export const unknownOf = (id: string): string | undefined =>
  TABLE[id]!.on ? "checkout_not_found" : TABLE[id]!.unknown;

/** A request that an operation accepts, and the checkout that it is about. */
export interface Request {
  method: string;
  path: string;
  body?: Body;
  scene?: Scene;
}

export async function acceptedRequest(
  operation: PublishedOperation,
  where: Setting,
  changes: Body = {},
): Promise<Request> {
  const row = rowOf(operation);
  const scene = await subjectOf(operation, where);
  const body = row.body && merge(await row.body(where, scene), changes);
  return { method: operation.method, path: pathOf(operation, scene?.id), ...(body && { body }), scene };
}

export const pathOf = (
  { path }: Pick<PublishedOperation, "path">,
  id: string = strangers().checkout_id,
): string => path.replace(/\{\w+\}/, id);

/** Bodies to begin from: for create, both flows. */
export async function bodiesOf(
  operation: PublishedOperation,
  where: Setting,
  scene?: Scene,
): Promise<Body[]> {
  const row = rowOf(operation);
  if (row === CREATE) return [planBody(where.provider), payNowBody(where.provider)];
  return [await row.body!(where, scene)];
}

export const isCreate = (operation: PublishedOperation) => rowOf(operation) === CREATE;
export const isConfirm = (operation: PublishedOperation) => rowOf(operation) === CONFIRM;
/** Whether its path names a checkout, as all but the legacy confirm do that are about one. */
export const namesCheckout = ({ path }: PublishedOperation) => path.includes("{checkoutId}");
