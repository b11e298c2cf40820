import { beforeAll, describe, expect, inject, it } from "vitest";
import { newId } from "../../lib/domain/ids";
import { type Body, daysAhead, merge, orderId, planBody } from "../support/bodies";
import { makeKey } from "../support/provider";
import { payNow, type Scene, startedPlan, strangers } from "../support/scenes";
import { DOORS } from "../support/stack";
import { type PublishedOperation, publishedOperations } from "./document";
import {
  forEachOf,
  isConfirm,
  isCreate,
  namesCheckout,
  pathOf,
  rowOf,
  type Setting,
  setting,
  subjectOf,
  TABLE,
  unknownOf,
} from "./table";

/** A request, as each fault changes it. */
interface Draft {
  method: string;
  path: string;
  key: string | null;
  headers: Record<string, string>;
  body: Body | undefined;
  /** Sent after the body, which makes it unreadable or too large. */
  after: string;
}

interface Context extends Setting {
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

interface Fault {
  told: Told;
  applies(operation: PublishedOperation): boolean;
  make(draft: Draft, context: Context): Partial<Draft>;
}

const change = (changes: () => Body) => (draft: Draft) => ({ body: merge(draft.body ?? {}, changes()) });
const always = () => true;
const needsKey = (operation: PublishedOperation) => rowOf(operation).key === "needed";
const hasBody = (operation: PublishedOperation) => operation.body !== null;
const hasCode = (operation: PublishedOperation) => isCreate(operation) || isConfirm(operation);

/** In the contract's order (section 1). What makes two faults of one part is made from the later to the earlier. */
const FAULTS: [string, Fault][] = [
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
      make: change(() => ({
        ...{ student: 7, payment: 7, test_account: 7, outcome: 7, type: 7 },
        ...{ url: 7, overlap_hours: "1", event_type: 7, event_id: 7 },
      })),
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
      make: change(() => ({ plan: { first_payment_date: daysAhead(-1) } })),
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

let operations: PublishedOperation[];
beforeAll(async () => {
  operations = await publishedOperations(inject("stack").doors.server);
});

/** Sends the operation's own request for a checkout, with these faults. */
async function send(context: Context, scene: Scene, faults: readonly Fault[]) {
  const { operation, client, provider } = context;
  const row = rowOf(operation);
  const { id } = row.subject ? context.other! : scene;
  let draft: Draft = {
    method: operation.method,
    path: pathOf(operation, id),
    key: provider.key,
    headers: hasBody(operation) ? { "Content-Type": "application/json" } : {},
    body: isCreate(operation) ? planBody(provider) : await row.body?.(context, scene),
    after: "",
  };
  for (const fault of faults) draft = { ...draft, ...fault.make(draft, context) };
  const { method, path, key, headers, body, after } = draft;
  const raw = body && method !== "GET" ? JSON.stringify(body) + after : undefined;
  return client.call(method, path, { key, headers, raw });
}

const told = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body?.code];

describe.each(DOORS)("the order of checks, through the %s door", (door) => {
  async function contextOf(id: string): Promise<Context> {
    const where = await setting(door);
    const { client, provider } = where;
    await client.createOnce("used", planBody(provider));
    const operation = operations.find((one) => one.id === id)!;
    const isWebhooks = rowOf(operation).scope === "webhooks:manage";
    return {
      ...where,
      operation,
      other: rowOf(operation).on ? undefined : await subjectOf(operation, where),
      plan: await startedPlan(client, provider),
      paid: await payNow(client, provider),
      narrowKey: await makeKey(provider.id, { scopes: [isWebhooks ? "checkouts:read" : "webhooks:manage"] }),
    };
  }

  it.each(Object.keys(TABLE))("%s tells each fault alone, and before every later one", async (id) => {
    const context = await contextOf(id);
    const faults = FAULTS.filter(([, fault]) => fault.applies(context.operation));
    await forEachOf(faults, async ([what, fault]) => {
      const later = faults.slice(faults.findIndex(([one]) => one === what) + 1).toReversed();
      const trials = [[], ...later.map((one) => [one]), later];
      for (const trial of trials) {
        const names = trial.map(([one]) => one);
        const answer = await send(context, context.plan, [...trial.map(([, one]) => one), fault]);
        expect([what, names, ...told(answer)]).toEqual([what, names, ...fault.told]);
      }
    });
  });

  it.each(["confirmCheckout", "confirmCheckoutLegacy"])(
    "%s looks at the token, then at the kind, then at the ids, then at the state",
    async (id) => {
      const context = await contextOf(id);
      const faultOf = (what: string) => FAULTS.find(([one]) => one === what)![1];
      const [token, ids] = [faultOf("a wrong token"), faultOf("ids, order and date of another")];
      expect(told(await send(context, context.paid, [token]))).toEqual(token.told);
      expect(told(await send(context, context.paid, [ids]))).toEqual([409, "confirm_not_applicable"]);
      expect(told(await send(context, context.plan, [ids]))).toEqual(ids.told);
      expect(told(await send(context, context.plan, []))).toEqual([409, "dda_not_authorised"]);
      await context.client.cancel(context.plan.id);
      expect(told(await send(context, context.plan, [ids]))).toEqual(ids.told);
      expect(told(await send(context, context.plan, []))).toEqual([410, "checkout_cancelled"]);
    },
  );

  it("a wrong shape is told without what only the clock knows", async () => {
    const { client, provider } = await setting(door);
    const late = { plan: { first_payment_date: daysAhead(-1) }, student: { email: "x" } };
    const answer = await client.create(planBody(provider, late));
    expect(answer.body.errors.map((one: Body) => one.pointer)).toEqual(["/student/email"]);
  });
});
