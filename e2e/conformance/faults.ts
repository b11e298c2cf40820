import { newId } from "../../lib/domain/ids";
import { type Body, daysAhead, merge, orderId } from "../support/bodies";
import { type Scene, strangers } from "../support/scenes";
import { membersOf, type PublishedOperation } from "./document";
import { isConfirm, isCreate, namesCheckout, rowOf, type Setting, unknownOf } from "./table";

/** What can be wrong with a request, one thing after another as the contract tells it. */

/** A request, as each fault changes it. */
export interface Draft {
  method: string;
  path: string;
  key: string | null;
  headers: Record<string, string>;
  body: Body | undefined;
  /** Sent after the body, which makes it unreadable or too large. */
  after: string;
}

export interface Context extends Setting {
  operation: PublishedOperation;
  /** A plan that awaits its direct debit. */
  plan: Scene;
  /** Pay Now, of which nothing here makes a plan. */
  paid: Scene;
  /** What the path names where that is no checkout. */
  other: Scene | undefined;
  narrowKey: string;
}

type Told = [status: number, code: string];

export interface Fault {
  told: Told;
  applies(operation: PublishedOperation): boolean;
  make(draft: Draft, context: Context): Partial<Draft>;
}

const change = (changes: () => Body) => (draft: Draft) => ({ body: merge(draft.body ?? {}, changes()) });
/** Each field with a value that is not of its type. */
function ofOtherTypes({ body }: PublishedOperation): Body {
  const fields = membersOf(body ?? {}).filter(({ path }) => path.length === 1);
  return Object.fromEntries(
    fields.map(({ path: [name], schema }) => [name, /number|integer/.test(schema.type ?? "") ? "7" : 7]),
  );
}

const always = () => true;
const needsKey = (operation: PublishedOperation) => rowOf(operation).key === "needed";
export const hasBody = (operation: PublishedOperation) => operation.body !== null;
const hasCode = (operation: PublishedOperation) => isCreate(operation) || isConfirm(operation);

/** What is told, of which operations, and how a request comes to have it. */
const fault = (
  name: string,
  status: number,
  code: string,
  applies: Fault["applies"],
  make: Fault["make"],
): [string, Fault] => [name, { told: [status, code], applies, make }];

const isAbout = (code: string) => (operation: PublishedOperation) => unknownOf(operation.id) === code;

/** In the contract's order (section 1). What makes two faults of one part is made from the later to the earlier. */
export const FAULTS = [
  fault("an unknown path", 404, "not_found", always, (draft) => ({ path: `${draft.path}/` })),
  fault("another method", 405, "method_not_allowed", always, () => ({ method: "PATCH" })),
  fault("no key", 401, "authentication_required", needsKey, () => ({ key: null })),
  fault(
    "a wrong key",
    401,
    "invalid_api_key",
    (operation) => rowOf(operation).key !== "not looked at",
    () => ({ key: "pc_test_wrong" }),
  ),
  fault("a key without the scope", 403, "insufficient_scope", needsKey, (_, { narrowKey }) => ({
    key: narrowKey,
  })),
  fault("another media type", 415, "unsupported_media_type", hasBody, ({ headers }) => ({
    headers: { ...headers, "Content-Type": "text/plain" },
  })),
  fault("too large a body", 413, "body_too_large", hasBody, ({ after }) => ({
    after: after + " ".repeat(65_536),
  })),
  fault("malformed JSON", 400, "invalid_json", hasBody, ({ after }) => ({ after: `${after}{` })),
  fault(
    "a wrong shape",
    422,
    "validation_failed",
    ({ body }) => Object.keys(body?.properties ?? {}).length > 0,
    (draft, { operation }) => change(() => ofOtherTypes(operation))(draft),
  ),
  fault(
    "another provider's code",
    403,
    "provider_code_mismatch",
    hasCode,
    change(() => ({ provider: { provider_code: "another" } })),
  ),
  fault("a malformed idempotency key", 400, "invalid_idempotency_key", isCreate, ({ headers }) => ({
    headers: { ...headers, "Idempotency-Key": "k".repeat(256) },
  })),
  fault("a used idempotency key", 422, "idempotency_key_reused", isCreate, ({ headers }) => ({
    headers: { "Idempotency-Key": "used", ...headers },
  })),
  fault(
    "a date that has passed",
    422,
    "validation_failed",
    isCreate,
    change(() => ({ plan: { first_payment_date: daysAhead(-2) } })),
  ),
  fault("an order that has a checkout", 409, "duplicate_order", isCreate, (draft, { plan }) =>
    change(() => ({ provider: { provider_order_id: plan.orderId } }))(draft),
  ),
  fault(
    "a checkout that does not exist",
    404,
    "checkout_not_found",
    (operation) => rowOf(operation).on !== undefined,
    (draft, { operation }) => {
      const { checkout_id } = strangers();
      if (namesCheckout(operation)) return { path: draft.path.replace(/chk_[0-9a-z]+/, checkout_id) };
      return change(() => ({ checkout: { checkout_id } }))(draft);
    },
  ),
  fault("no such event", 404, "event_not_found", isAbout("event_not_found"), ({ path }) => ({
    path: path.replace(/evt_[0-9a-z]+/, newId("evt")),
  })),
  fault(
    "no such webhook endpoint",
    404,
    "webhook_endpoint_not_found",
    isAbout("webhook_endpoint_not_found"),
    ({ path }) => ({ path: path.replace(/whe_[0-9a-z]+/, newId("whe")) }),
  ),
  fault(
    "another checkout_id than the path's",
    422,
    "validation_failed",
    (operation) => isConfirm(operation) && namesCheckout(operation),
    change(() => ({ checkout: { checkout_id: strangers().checkout_id } })),
  ),
  fault(
    "a wrong token",
    403,
    "checkout_token_invalid",
    isConfirm,
    change(() => ({ checkout: { checkout_token: strangers().checkout_token } })),
  ),
  fault(
    "ids, order and date of another",
    422,
    "validation_failed",
    isConfirm,
    change(() => ({
      provider: { provider_order_id: orderId() },
      checkout: { opportunity_id: strangers().opportunity_id, dda_id: strangers().dda_id },
      payment: { first_payment_date: "2031-01-02" },
    })),
  ),
];
