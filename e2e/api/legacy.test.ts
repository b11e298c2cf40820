import { describe, expect, it } from "vitest";
import type { Answer } from "../support/answer";
import { expectProblem, newCaller } from "../support/api";
import { confirmBody, payNowBody, planBody } from "../support/bodies";
import { authorisedPlan } from "../support/scenes";

const CREATE = "/api/provider-checkout";
const CONFIRM = "/api/provider-checkout-confirm";
const MONTH = 30.4 * 86_400_000;

function expectDeprecated({ headers }: Answer, successor: string) {
  expect(headers.get("deprecation")).toMatch(/^@\d{10}$/);
  const since = Number(headers.get("deprecation")!.slice(1)) * 1000;
  const sunset = Date.parse(headers.get("sunset")!);
  expect(since).toBeLessThan(Date.now());
  expect(new Date(sunset).toUTCString()).toBe(headers.get("sunset"));
  expect(sunset - since).toBeGreaterThan(18 * MONTH);
  expect(headers.get("link")).toMatch(/^<https?:\/\/[^>]+>; rel="successor-version"$/);
  expect(headers.get("link")).toContain(`${successor}>`);
}

describe("legacy routes", () => {
  it("say so in their headers, in success and refusal, and v1 does not", async () => {
    const { provider, client } = await newCaller();
    const { answer } = await authorisedPlan(client, provider);
    for (const one of [
      await client.post(CREATE, planBody(provider)),
      await client.post(CREATE, {}),
      await client.as(null).post(CREATE, {}),
      await client.get(CREATE),
    ])
      expectDeprecated(one, "/v1/provider-checkouts");
    const { checkout_id: id } = answer.body.checkout;
    const confirmed = await client.post(CONFIRM, confirmBody(answer.body));
    expectDeprecated(confirmed, `/v1/provider-checkouts/${id}/confirm`);
    for (const one of [
      await client.post(CONFIRM, {}),
      await client.post(CONFIRM, { checkout: { checkout_id: "chk_/../elsewhere" } }),
      await client.call("DELETE", CONFIRM),
    ])
      expectDeprecated(one, "/docs/reference/confirmCheckout");
    const current = await client.create(planBody(provider));
    for (const name of ["deprecation", "sunset", "link"]) expect(current.headers.has(name)).toBe(false);
  });

  it("create and v1 share orders and idempotency keys", async () => {
    const { provider, client } = await newCaller();
    const body = payNowBody(provider);
    const headers = { "Idempotency-Key": "key" };
    const first = await client.post(CREATE, body, { headers });
    const again = await client.createOnce("key", body);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expectProblem(await client.post(CREATE, body), 409, "duplicate_order");
    expect((await client.charges(body.provider.provider_order_id)).body.data).toHaveLength(1);
  });
});
