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

/** In the contract's order (section 1). What makes two faults of one part is made from the later to the earlier. */
export const FAULTS: [string, Fault][] = [
  [
    "an unknown path",
    { told: [404, "not_found"], applies: always, make: (draft) => ({ path: `${draft.path}/` }) },
  ],
  [
    "another method",
    { told: [405, "method_not_allowed"], applies: always, make: () => ({ method: "PATCH" }) },
  ],
  ["no key", { told: [401, "authentication_required"], applies: needsKey, make: () => ({ key: null }) }],
  [
    "a wrong key",
    {
      told: [401, "invalid_api_key"],
      applies: (operation) => rowOf(operation).key !== "not looked at",
      make: () => ({ key: "pc_test_wrong" }),
    },
  ],
  [
    "a key without the scope",
    {
      told: [403, "insufficient_scope"],
      applies: needsKey,
      make: (_, { narrowKey }) => ({ key: narrowKey }),
    },
  ],
  [
    "another media type",
    {
      told: [415, "unsupported_media_type"],
      applies: hasBody,
      make: ({ headers }) => ({ headers: { ...headers, "Content-Type": "text/plain" } }),
    },
  ],
  [
    "too large a body",
    {
      told: [413, "body_too_large"],
      applies: hasBody,
      make: ({ after }) => ({ after: after + " ".repeat(65_536) }),
    },
  ],
  [
    "malformed JSON",
    { told: [400, "invalid_json"], applies: hasBody, make: ({ after }) => ({ after: `${after}{` }) },
  ],
  [
    "a wrong shape",
    {
      told: [422, "validation_failed"],
      applies: ({ body }) => Object.keys(body?.properties ?? {}).length > 0,
      make: (draft, { operation }) => change(() => ofOtherTypes(operation))(draft),
    },
  ],
  [
    "another provider's code",
    {
      told: [403, "provider_code_mismatch"],
      applies: hasCode,
      make: change(() => ({ provider: { provider_code: "another" } })),
    },
  ],
  [
    "a malformed idempotency key",
    {
      told: [400, "invalid_idempotency_key"],
      applies: isCreate,
      make: ({ headers }) => ({ headers: { ...headers, "Idempotency-Key": "k".repeat(256) } }),
    },
  ],
  [
    "a used idempotency key",
    {
      told: [422, "idempotency_key_reused"],
      applies: isCreate,
      make: ({ headers }) => ({ headers: { "Idempotency-Key": "used", ...headers } }),
    },
  ],
  [
    "a date that has passed",
    {
      told: [422, "validation_failed"],
      applies: isCreate,
      make: change(() => ({ plan: { first_payment_date: daysAhead(-2) } })),
    },
  ],
  [
    "an order that has a checkout",
    {
      told: [409, "duplicate_order"],
      applies: isCreate,
      make: (draft, { plan }) => change(() => ({ provider: { provider_order_id: plan.orderId } }))(draft),
    },
  ],
  [
    "a checkout that does not exist",
    {
      told: [404, "checkout_not_found"],
      applies: (operation) => rowOf(operation).on !== undefined,
      make(draft, { operation }) {
        const { checkout_id } = strangers();
        if (namesCheckout(operation)) return { path: draft.path.replace(/chk_[0-9a-z]+/, checkout_id) };
        return change(() => ({ checkout: { checkout_id } }))(draft);
      },
    },
  ],
  [
    "an event that does not exist",
    {
      told: [404, "event_not_found"],
      applies: ({ id }) => unknownOf(id) === "event_not_found",
      make: ({ path }) => ({ path: path.replace(/evt_[0-9a-z]+/, newId("evt")) }),
    },
  ],
  [
    "a webhook endpoint that does not exist",
    {
      told: [404, "webhook_endpoint_not_found"],
      applies: ({ id }) => unknownOf(id) === "webhook_endpoint_not_found",
      make: ({ path }) => ({ path: path.replace(/whe_[0-9a-z]+/, newId("whe")) }),
    },
  ],
  [
    "another checkout_id than the path's",
    {
      told: [422, "validation_failed"],
      applies: (operation) => isConfirm(operation) && namesCheckout(operation),
      make: change(() => ({ checkout: { checkout_id: strangers().checkout_id } })),
    },
  ],
  [
    "a wrong token",
    {
      told: [403, "checkout_token_invalid"],
      applies: isConfirm,
      make: change(() => ({ checkout: { checkout_token: strangers().checkout_token } })),
    },
  ],
  [
    "ids, order and date of another",
    {
      told: [422, "validation_failed"],
      applies: isConfirm,
      make: change(() => ({
        provider: { provider_order_id: orderId() },
        checkout: { opportunity_id: strangers().opportunity_id, dda_id: strangers().dda_id },
        payment: { first_payment_date: "2031-01-02" },
      })),
    },
  ],
];
