import { describe, expect, it } from "vitest";
import type { Api, CallOptions } from "../support/api";
import { api } from "../support/api";
import { type Body, daysAhead, planBody } from "../support/bodies";
import { makeKey, makeProvider, type TestProvider } from "../support/provider";
import { startedPlan } from "../support/scenes";
import { DOORS } from "../support/stack";

/** A request to create, as each fault changes it. */
interface Draft {
  method: string;
  path: string;
  key: string | null;
  headers: Record<string, string>;
  /** Sent in place of the body. */
  raw?: string;
  body: Body;
}

interface Context {
  provider: TestProvider;
  client: Api;
  readOnlyKey: string;
  /** An order reference that has a checkout. */
  takenOrder: string;
}

interface Fault {
  status: number;
  code: string;
  make(draft: Draft, context: Context): void;
}

const merge = (draft: Draft, section: string, members: Body) => {
  draft.body = { ...draft.body, [section]: { ...draft.body[section], ...members } };
};

/** In the contract's order. Each request has the fault it is named after and every later one. */
const FAULTS: [string, Fault][] = [
  [
    "an unknown path",
    {
      status: 404,
      code: "not_found",
      make: (draft) => {
        draft.path += "/";
      },
    },
  ],
  [
    "an unknown method",
    {
      status: 405,
      code: "method_not_allowed",
      make: (draft) => {
        draft.method = "PUT";
      },
    },
  ],
  [
    "no key",
    {
      status: 401,
      code: "authentication_required",
      make: (draft) => {
        draft.key = null;
      },
    },
  ],
  [
    "a wrong key",
    {
      status: 401,
      code: "invalid_api_key",
      make: (draft) => {
        draft.key = "pc_test_wrong";
      },
    },
  ],
  [
    "a key without the scope",
    {
      status: 403,
      code: "insufficient_scope",
      make: (draft, { readOnlyKey }) => {
        draft.key = readOnlyKey;
      },
    },
  ],
  [
    "the wrong media type",
    {
      status: 415,
      code: "unsupported_media_type",
      make: (draft) => {
        draft.headers["Content-Type"] = "text/plain";
      },
    },
  ],
  [
    "too large a body",
    {
      status: 413,
      code: "body_too_large",
      make: (draft) => {
        draft.raw = `${draft.raw ?? ""}${" ".repeat(65_537)}`;
      },
    },
  ],
  [
    "malformed JSON",
    {
      status: 400,
      code: "invalid_json",
      make: (draft) => {
        draft.raw = `${draft.raw ?? ""}{`;
      },
    },
  ],
  [
    "a wrong shape",
    { status: 422, code: "validation_failed", make: (draft) => merge(draft, "student", { email: "x" }) },
  ],
  [
    "another provider's code",
    {
      status: 403,
      code: "provider_code_mismatch",
      make: (draft) => merge(draft, "provider", { provider_code: "another" }),
    },
  ],
  [
    "a malformed idempotency key",
    {
      status: 400,
      code: "invalid_idempotency_key",
      make: (draft) => {
        draft.headers["Idempotency-Key"] = "k".repeat(256);
      },
    },
  ],
  [
    "a used idempotency key",
    {
      status: 422,
      code: "idempotency_key_reused",
      make: (draft) => {
        draft.headers["Idempotency-Key"] ??= "used";
      },
    },
  ],
  [
    "a date that has passed",
    {
      status: 422,
      code: "validation_failed",
      make: (draft) => merge(draft, "plan", { first_payment_date: daysAhead(-1) }),
    },
  ],
  [
    "an order that has a checkout",
    {
      status: 409,
      code: "duplicate_order",
      make: (draft, { takenOrder }) => merge(draft, "provider", { provider_order_id: takenOrder }),
    },
  ],
];

async function contextOf(door: (typeof DOORS)[number]): Promise<Context> {
  const provider = await makeProvider();
  const client = api(door, provider.key);
  await client.createOnce("used", planBody(provider));
  const { orderId } = await startedPlan(client, provider);
  return {
    provider,
    client,
    readOnlyKey: await makeKey(provider.id, { scopes: ["checkouts:read"] }),
    takenOrder: orderId,
  };
}

function send(context: Context, faults: Fault[]) {
  const draft: Draft = {
    method: "POST",
    path: "/v1/provider-checkouts",
    key: context.provider.key,
    headers: {},
    body: planBody(context.provider),
  };
  for (const fault of faults) fault.make(draft, context);
  const options: CallOptions = { key: draft.key, headers: draft.headers };
  const payload = draft.raw === undefined ? { body: draft.body } : { raw: draft.raw };
  return context.client.call(draft.method, draft.path, { ...options, ...payload });
}

describe.each(DOORS)("order of checks in create, through the %s door", (door) => {
  it.each(FAULTS.map(([name, fault], at) => [name, fault, at] as const))(
    "%s is told alone",
    async (_, fault) => {
      const answer = await send(await contextOf(door), [fault]);
      expect([answer.status, answer.body.code]).toEqual([fault.status, fault.code]);
    },
  );

  it.each(FAULTS.map(([name], at) => [name, at] as const))(
    "%s is told before every later fault",
    async (_, at) => {
      const context = await contextOf(door);
      const { status, code } = FAULTS[at]![1];
      // Later faults are made first, so that of two that touch the same part the earlier one stands.
      const later = FAULTS.slice(at + 1).map(([, fault]) => fault);
      for (const other of later) {
        const answer = await send(context, [other, FAULTS[at]![1]]);
        expect([answer.status, answer.body.code]).toEqual([status, code]);
      }
      const all = await send(context, [...later.reverse(), FAULTS[at]![1]]);
      expect([all.status, all.body.code]).toEqual([status, code]);
    },
  );

  it("a wrong shape is told without what only the clock knows", async () => {
    const { client, provider } = await contextOf(door);
    const late = { plan: { first_payment_date: daysAhead(-1) }, student: { email: "x" } };
    const answer = await client.create(planBody(provider, late));
    expect(answer.body.errors.map((one: Body) => one.pointer)).toEqual(["/student/email"]);
  });
});
