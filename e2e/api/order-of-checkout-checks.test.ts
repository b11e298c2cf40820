import { describe, expect, it } from "vitest";
import type { Answer } from "../support/answer";
import { api } from "../support/api";
import { type Body, confirmBody, merge } from "../support/bodies";
import { makeProvider } from "../support/provider";
import { IN_STATUS, strangers } from "../support/scenes";
import { DOORS } from "../support/stack";

/** Faults of a confirm, in the contract's order; `status` is told of a plan, `payNow` of Pay Now where it differs. */
const FAULTS: [string, { status: number; code: string; field?: string; changes: () => Body }][] = [
  [
    "a wrong shape",
    {
      status: 422,
      code: "validation_failed",
      field: "declaration_required",
      changes: () => ({ declarations: { information_confirmed: false } }),
    },
  ],
  [
    "another provider's code",
    {
      status: 403,
      code: "provider_code_mismatch",
      changes: () => ({ provider: { provider_code: "another" } }),
    },
  ],
  [
    "another checkout_id than the path's",
    {
      status: 422,
      code: "validation_failed",
      field: "does_not_match",
      changes: () => ({ checkout: { checkout_id: strangers().checkout_id } }),
    },
  ],
  [
    "a wrong token",
    {
      status: 403,
      code: "checkout_token_invalid",
      changes: () => ({ checkout: { checkout_token: strangers().checkout_token } }),
    },
  ],
  [
    "the ids, order and date of another",
    {
      status: 422,
      code: "validation_failed",
      field: "does_not_match",
      changes: () => ({
        provider: { provider_order_id: "ORD-another" },
        checkout: { opportunity_id: strangers().opportunity_id, dda_id: strangers().dda_id },
        payment: { first_payment_date: "2031-01-02" },
      }),
    },
  ],
];

const told = (answer: Answer) => [answer.status, answer.body.code, answer.body.errors?.[0]?.code];

describe.each(DOORS)("order of checks in confirm, through the %s door", (door) => {
  async function setting(status: keyof typeof IN_STATUS) {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    return { client, scene: await IN_STATUS[status](client, provider) };
  }

  it.each(FAULTS.map(([name], at) => [name, at] as const))(
    "%s is told before every later fault",
    async (_, at) => {
      const { status, code, field } = FAULTS[at]![1];
      for (const state of ["Awaiting Direct Debit", "Expired", "Cancelled"] as const) {
        const { client, scene } = await setting(state);
        for (let last = at + 1; last <= FAULTS.length; last++) {
          const changes = FAULTS.slice(at, last)
            .map(([, fault]) => fault.changes())
            .reduce(merge, {});
          const answer = await client.confirm(scene.id, confirmBody(scene.answer.body, changes));
          expect(told(answer)).toEqual([status, code, field]);
        }
      }
    },
  );

  it("another checkout_id is pointed to", async () => {
    const { client, scene } = await setting("Awaiting Confirmation");
    const { checkout_id } = strangers();
    const answer = await client.confirm(
      scene.id,
      confirmBody(scene.answer.body, { checkout: { checkout_id } }),
    );
    expect(answer.body.errors).toMatchObject([{ pointer: "/checkout/checkout_id", expected: scene.id }]);
  });

  it("a checkout that does not exist is told before anything of the body is compared", async () => {
    const { client, scene } = await setting("Awaiting Confirmation");
    const { checkout_id, checkout_token } = strangers();
    const changes = { checkout: { checkout_token, dda_id: strangers().dda_id } };
    const answer = await client.confirm(checkout_id, confirmBody(scene.answer.body, changes));
    expect(told(answer)).toEqual([404, "checkout_not_found", undefined]);
  });

  it("everything of the path and body that belongs to another is told at once", async () => {
    const { client, scene } = await setting("Awaiting Confirmation");
    const changes = FAULTS.at(-1)![1].changes();
    const { body } = await client.confirm(scene.id, confirmBody(scene.answer.body, changes));
    expect(body.errors.map((one: Body) => one.pointer).sort()).toEqual([
      "/checkout/dda_id",
      "/checkout/opportunity_id",
      "/payment/first_payment_date",
      "/provider/provider_order_id",
    ]);
  });

  it("Pay Now: the token is looked at before the kind, the kind before the ids", async () => {
    const { client, scene } = await setting("Payment Processing");
    const { dda_id, checkout_token } = strangers();
    const send = (changes: Body) =>
      client.confirm(scene.id, confirmBody(scene.answer.body, merge({ checkout: { dda_id } }, changes)));
    expect(told(await send({ checkout: { checkout_token } }))).toEqual([
      403,
      "checkout_token_invalid",
      undefined,
    ]);
    const ofAnother = FAULTS.at(-1)![1].changes();
    expect(told(await send(ofAnother))).toEqual([409, "confirm_not_applicable", undefined]);
  });

  it.each([
    ["Awaiting Direct Debit", 409, "dda_not_authorised"],
    ["Expired", 410, "checkout_expired"],
    ["Cancelled", 410, "checkout_cancelled"],
  ] as const)("the state %s is told last", async (state, status, code) => {
    const { client, scene } = await setting(state);
    const answer = await client.confirm(scene.id, confirmBody(scene.answer.body));
    expect(told(answer)).toEqual([status, code, undefined]);
  });

  it("the small operations look at the body before the checkout, and at the checkout before its kind", async () => {
    const { client, scene } = await setting("Payment Processing");
    const wrong = { test_account: "nothing" };
    expect(told(await client.authorise(scene.id, wrong))).toEqual([
      422,
      "validation_failed",
      "not_an_option",
    ]);
    expect((await client.authorise(strangers().checkout_id, wrong)).status).toBe(422);
    expect((await client.authorise(strangers().checkout_id)).status).toBe(404);
    expect((await client.authorise(scene.id)).body.code).toBe("dda_not_applicable");
    for (const path of ["cancel", "checkout-token"]) {
      const target = `/v1/provider-checkouts/${strangers().checkout_id}/${path}`;
      const post = (raw: string, headers = {}) => client.call("POST", target, { raw, headers });
      expect((await post("x".repeat(65_537), { "Content-Type": "text/plain" })).status).toBe(415);
      expect((await post("x".repeat(65_537))).status).toBe(413);
      expect((await post("{")).status).toBe(400);
      expect((await post("[]")).status).toBe(422);
      expect((await post("{}")).status).toBe(404);
      expect((await post("", { "Content-Type": "text/plain" })).status).toBe(404);
    }
  });
});
