import { describe, expect, it } from "vitest";
import type { ErrorCode } from "../../lib/domain/errors";
import type { Answer } from "../support/answer";
import { type Api, api, expectProblem } from "../support/api";
import { cardToken, confirmBody, payNowBody, planBody } from "../support/bodies";
import { longAgo } from "../support/moments";
import { makeKey, makeProvider, type TestProvider } from "../support/provider";
import {
  authorisedPlan,
  confirmedPlan,
  heldPayment,
  IN_STATUS,
  payNow,
  planBeingMade,
  startedPlan,
  strangers,
} from "../support/scenes";
import { DOORS } from "../support/stack";

interface Setting {
  provider: TestProvider;
  client: Api;
}
interface Expected {
  status: number;
  retryable?: true;
  /** Members beside the envelope. */
  extra?: object;
  ask(setting: Setting): Promise<Answer>;
}

const post = "/v1/provider-checkouts";
const withKey =
  (options: Parameters<typeof makeKey>[1]) =>
  async ({ provider, client }: Setting) =>
    client.as(await makeKey(provider.id, options)).get(post);

/** The contract's table: how each code is met over HTTP. */
const CASES: Partial<Record<ErrorCode, Expected>> = {
  invalid_json: { status: 400, ask: ({ client }) => client.call("POST", post, { raw: "{" }) },
  invalid_idempotency_key: {
    status: 400,
    ask: ({ client, provider }) => client.createOnce("k".repeat(256), planBody(provider)),
  },
  authentication_required: { status: 401, ask: ({ client }) => client.as(null).get(post) },
  invalid_api_key: { status: 401, ask: withKey({ revokedAt: new Date() }) },
  api_key_expired: { status: 401, ask: withKey({ expiresAt: longAgo() }) },
  api_key_wrong_environment: { status: 401, ask: withKey({ environment: "production" }) },
  card_declined: {
    status: 402,
    extra: {
      checkout_id: expect.stringMatching(/^chk_/),
      card_payment: { success: false, status: "declined", decline_code: "insufficient_funds" },
    },
    ask: async ({ client, provider }) =>
      (await payNow(client, provider, "declined_insufficient_funds")).answer,
  },
  provider_code_mismatch: {
    status: 403,
    ask: ({ client, provider }) =>
      client.create(planBody(provider, { provider: { provider_code: "another" } })),
  },
  insufficient_scope: { status: 403, ask: withKey({ scopes: ["checkouts:write"] }) },
  checkout_token_invalid: {
    status: 403,
    ask: async ({ client, provider }) => {
      const { id, answer } = await authorisedPlan(client, provider);
      const { checkout_token } = strangers();
      return client.confirm(id, confirmBody(answer.body, { checkout: { checkout_token } }));
    },
  },
  checkout_not_found: { status: 404, ask: ({ client }) => client.status(strangers().checkout_id) },
  agreement_not_found: {
    status: 404,
    ask: async ({ client, provider }) =>
      client.get(`${post}/${(await startedPlan(client, provider)).id}/agreement`),
  },
  agreement_being_made: {
    status: 409,
    retryable: true,
    ask: async ({ client, provider }) =>
      client.get(`${post}/${(await planBeingMade(client, provider)).id}/agreement`),
  },
  not_found: { status: 404, ask: ({ client }) => client.get("/v1/nothing") },
  checkout_id_required: { status: 405, ask: ({ client }) => client.post(`${post}/confirm`, {}) },
  method_not_allowed: { status: 405, ask: ({ client }) => client.call("DELETE", post) },
  dda_not_authorised: {
    status: 409,
    retryable: true,
    ask: async ({ client, provider }) => {
      const { id, answer } = await startedPlan(client, provider);
      return client.confirm(id, confirmBody(answer.body));
    },
  },
  confirm_not_applicable: {
    status: 409,
    ask: async ({ client, provider }) => {
      const { id, answer } = await payNow(client, provider);
      return client.confirm(id, confirmBody(answer.body, { checkout: { dda_id: strangers().dda_id } }));
    },
  },
  already_confirmed: {
    status: 409,
    ask: async ({ client, provider }) => {
      const { id, answer } = await confirmedPlan(client, provider);
      return client.confirm(id, confirmBody(answer.body, { payment: { deposit_confirmed: false } }));
    },
  },
  cancel_not_applicable: {
    status: 409,
    ask: async ({ client, provider }) => client.cancel((await payNow(client, provider)).id),
  },
  dda_not_applicable: {
    status: 409,
    ask: async ({ client, provider }) => client.authorise((await payNow(client, provider)).id),
  },
  expire_not_applicable: {
    status: 409,
    ask: async ({ client, provider }) => client.expire((await payNow(client, provider)).id),
  },
  charge_not_pending: {
    status: 409,
    ask: async ({ client, provider }) => client.resolveCharge((await payNow(client, provider)).id, "paid"),
  },
  duplicate_order: {
    status: 409,
    extra: {
      checkout_id: expect.stringMatching(/^chk_/),
      checkout_status: "Awaiting Direct Debit",
      same_request: true,
      next_action: {
        type: "authorise_direct_debit",
        url: expect.stringContaining("/api/dd-setup?session=dds_"),
      },
    },
    ask: async ({ client, provider }) => client.create((await startedPlan(client, provider)).body),
  },
  idempotency_in_progress: {
    status: 409,
    retryable: true,
    ask: async ({ client, provider }) => {
      const { key } = await heldPayment(client, provider);
      return client.createOnce(key, payNowBody(provider));
    },
  },
  checkout_expired: {
    status: 410,
    ask: async ({ client, provider }) => client.authorise((await IN_STATUS.Expired(client, provider)).id),
  },
  checkout_cancelled: {
    status: 410,
    ask: async ({ client, provider }) => client.authorise((await IN_STATUS.Cancelled(client, provider)).id),
  },
  body_too_large: {
    status: 413,
    ask: ({ client }) => client.call("POST", post, { raw: " ".repeat(65_537) }),
  },
  unsupported_media_type: {
    status: 415,
    ask: ({ client }) => client.call("POST", post, { raw: "{}", headers: { "Content-Type": "text/plain" } }),
  },
  validation_failed: { status: 422, ask: ({ client }) => client.create({}) },
  idempotency_key_reused: {
    status: 422,
    extra: { checkout_id: expect.stringMatching(/^chk_/) },
    ask: async ({ client, provider }) => {
      await client.createOnce("key", planBody(provider));
      return client.createOnce("key", planBody(provider));
    },
  },
};

describe.each(DOORS)("problems, through the %s entry point", (door) => {
  it.each(Object.entries(CASES))("%s: its status, envelope and headers", async (code, expected) => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const answer = await expected.ask({ provider, client });
    expectProblem(answer, expected.status, code);
    const { body, headers } = answer;
    expect(body).toMatchObject({
      type: expect.stringMatching(new RegExp(`^https?://[^/]+/docs/problems/${code}$`)),
      title: expect.stringMatching(/\S/),
      detail: expect.stringMatching(/\S/),
      instance: expect.stringMatching(/^\/v1\//),
      request_id: headers.get("request-id"),
      retryable: expected.retryable ?? false,
      user_message: expect.stringMatching(/^[A-Z].*\.$/),
      ...expected.extra,
    });
    expect(headers.get("www-authenticate")).toBe(expected.status === 401 ? "Bearer" : null);
    expect(headers.has("allow")).toBe(expected.status === 405);
    if (["idempotency_in_progress", "agreement_being_made"].includes(code))
      expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect("errors" in body).toBe(code === "validation_failed");
  });

  it("field errors have field, pointer, code, message and, as text, what is expected", async () => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const wrong = planBody(provider, {
      pricing: { course_price: 1500.005, amount_to_finance: 0 },
      plan: { number_of_instalments: 1.5, instalment_amount: 100_001, first_payment_date: "x" },
      student: { first_name: "x".repeat(101), email: 7 },
      course: { course_name: "a\u0007b" },
    });
    const { body } = await client.create(wrong);
    expect(body.detail).toBe(`${body.errors.length} fields need correcting.`);
    expect(body.errors.length).toBeGreaterThan(7);
    for (const error of body.errors) {
      expect(error.pointer).toBe(`/${error.field.replaceAll(".", "/")}`);
      expect(error.message).toContain(error.field.split(".").at(-1));
      expect(error.code).toMatch(/^[a-z_]+$/);
      expect(typeof error.expected).toBe("string");
    }
    expect(body.errors).toContainEqual({
      field: "pricing.amount_to_finance",
      pointer: "/pricing/amount_to_finance",
      code: "must_be_greater_than_zero",
      message: "amount_to_finance must be greater than 0.",
      expected: "> 0",
    });
  });

  it("an address with /v1 twice, and a key that was used, say what to do", async () => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    expect((await client.get("/v1/v1/environment")).body.detail).toBe(
      "There is nothing at /v1/v1/environment. Leave /v1 out of the base URL: every path already begins with it.",
    );
    await client.createOnce("key", planBody(provider));
    const { detail } = (await client.createOnce("key", planBody(provider))).body;
    expect(detail).toContain("Use a new key for a new request, or send the first body again.");
  });

  it.each([
    ["Awaiting Direct Debit", "Continue where you stopped."],
    ["Confirmed", "already confirmed"],
    ["Payment Pending", "Do not pay again."],
    ["Payment Processing", "already paid. You do not need to pay again."],
  ] as const)("an order whose checkout is %s tells the student “%s”", async (status, says) => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const { body } = await IN_STATUS[status](client, provider);
    const again = await client.create(body);
    expectProblem(again, 409, "duplicate_order");
    expect(again.body.checkout_status).toBe(status);
    expect(again.body.user_message).toContain(says);
    expect(again.body.user_message.includes("Continue")).toBe(status === "Awaiting Direct Debit");
  });

  it("one field error is spoken of in the singular", async () => {
    const provider = await makeProvider();
    const answer = await api(door, provider.key).create(planBody(provider, { course: { course_name: "" } }));
    expect(answer.body.detail).toBe("1 field needs correcting.");
  });

  it.each([
    ["generic_decline", /declined/],
    ["insufficient_funds", /not enough money/],
    ["lost_card", /declined/],
    ["stolen_card", /declined/],
    ["expired_card", /expired/],
    ["incorrect_cvc", /security code/],
    ["processing_error", /declined/],
  ])("a decline for %s tells the student what to do and that nothing was charged", async (decline, says) => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const { answer, id } = await payNow(client, provider, `declined_${decline}`);
    expectProblem(answer, 402, "card_declined");
    expect(answer.body.card_payment.decline_code).toBe(decline);
    expect(answer.body.user_message).toMatch(says);
    expect(answer.body.user_message).toContain("You have not been charged.");
    expect(answer.body.user_message).not.toMatch(/lost|stolen/i);
    expect((await client.status(id)).body.checkout_status).toBe("Payment Failed");
  });

  it("a token that the gateway does not know, or has seen, is a field error, and frees the order", async () => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const body = payNowBody(provider, { card_payment: { token: "tok_test_nothing_abcdefghijklmnopqrstuv" } });
    const refused = async (token: string, code: string) => {
      const answer = await client.create({ ...body, card_payment: { ...body.card_payment, token } });
      expectProblem(answer, 422, "validation_failed");
      expect(answer.body.errors).toMatchObject([
        { pointer: "/card_payment/token", code, expected: expect.any(String) },
      ]);
      return answer.body.errors[0];
    };
    const told = await refused(body.card_payment.token, "token_unknown");
    expect(told.expected).toContain("tok_test_visa_abcdefghijklmnopqrstuv");
    await refused("tok_live_visa_abcdefghijklmnopqrstuv", "token_unknown");
    await refused("x", "token_unknown");
    const token = cardToken();
    const other = payNowBody(provider, { card_payment: { token } });
    expect((await client.create(other)).status).toBe(201);
    await refused(token, "token_already_used");
    const paid = await client.create({ ...body, card_payment: { ...body.card_payment, token: cardToken() } });
    expect(paid.status).toBe(201);
  });
});
