import { describe, expect, it } from "vitest";
import { api, expectFieldError, expectProblem } from "../../support/api";
import { confirmBody, payNowBody, planBody } from "../../support/bodies";
import { makeProvider } from "../../support/provider";
import { authorisedPlan, payNow } from "../../support/scenes";
import { DOORS } from "../../support/stack";

describe.each(DOORS)("specification, Errors, Limits and Versioning, through the %s entry point", (door) => {
  async function setting() {
    const provider = await makeProvider();
    return { provider, client: api(door, provider.key) };
  }

  it("Errors: confirm sent to the bare path is HTTP 405", async () => {
    const { client } = await setting();
    for (const one of [client, client.as(null)])
      expectProblem(await one.post("/v1/provider-checkouts/confirm", {}), 405, "checkout_id_required");
  });

  it("Errors: confirm without checkout.dda_id, as after Pay Now, is not valid", async () => {
    const { provider, client } = await setting();
    const { id, answer } = await payNow(client, provider);
    expect(answer.body.checkout.dda_id).toBeNull();
    expectFieldError(await client.confirm(id, confirmBody(answer.body)), "/checkout/dda_id", "dda_required");
  });

  it("Errors: create with amount_to_finance not greater than 0 is not valid", async () => {
    const { provider, client } = await setting();
    for (const bodyOf of [planBody, payNowBody]) {
      const answer = await client.create(bodyOf(provider, { pricing: { amount_to_finance: 0 } }));
      expectFieldError(answer, "/pricing/amount_to_finance", "must_be_greater_than_zero");
    }
    expect((await client.get("/v1/provider-checkouts")).body.data).toEqual([]);
  });

  it("Errors: create with a provider_code that does not match the key is not valid", async () => {
    const { provider, client } = await setting();
    const body = payNowBody(provider, { provider: { provider_code: "another" } });
    expectProblem(await client.create(body), 403, "provider_code_mismatch");
    expect((await client.charges(body.provider.provider_order_id)).body.data).toEqual([]);
  });

  it.each(["payment_plan_accepted", "information_confirmed", "privacy_consent_accepted"])(
    "Errors: confirm with %s missing or false is not valid",
    async (declaration) => {
      const { provider, client } = await setting();
      const { id, answer } = await authorisedPlan(client, provider);
      for (const value of [undefined, false, null]) {
        const body = confirmBody(answer.body, { declarations: { [declaration]: value } });
        expectFieldError(
          await client.confirm(id, body),
          `/declarations/${declaration}`,
          "declaration_required",
        );
      }
    },
  );

  it("Limits: amount_to_finance must be greater than 0, and one cent is", async () => {
    const { provider, client } = await setting();
    const cent = { course_price: 0.01, amount_to_finance: 0.01 };
    const plan = { number_of_instalments: 1, instalment_amount: 0.01 };
    const answer = await client.create(planBody(provider, { pricing: cent, plan }));
    expect(answer.status).toBe(201);
    expect(answer.body.plan.schedule).toMatchObject([{ amount: 0.01, balance_after: 0 }]);
  });

  it("Limits: number_of_instalments is 1 for Pay Now", async () => {
    const { provider, client } = await setting();
    for (const number_of_instalments of [0, 2, 26])
      expectFieldError(
        await client.create(payNowBody(provider, { plan: { number_of_instalments } })),
        "/plan/number_of_instalments",
        "must_equal",
      );
  });

  it("Versioning: addresses in answers are of /v1, also in those of the legacy routes", async () => {
    const { provider, client } = await setting();
    const { body } = await client.post("/api/provider-checkout", planBody(provider));
    expect(new URL(body.links.self).pathname).toMatch(/^\/v1\//);
  });

  it("Versioning: there is no other version", async () => {
    expectProblem(await api(door).get("/v1/v2"), 404, "not_found");
  });

  it("Versioning: OpenAPI is published and has every endpoint of the specification", async () => {
    const { status, headers, body } = await api(door).get("/openapi.json");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(body.openapi).toMatch(/^3\.1/);
    const operations = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations).toEqual(
      expect.arrayContaining([
        "GET /v1/environment",
        "POST /v1/provider-checkouts",
        "POST /v1/provider-checkouts/{checkoutId}/confirm",
        "GET /v1/provider-checkouts/{checkoutId}",
        "POST /api/provider-checkout-confirm",
        "POST /api/provider-checkout",
      ]),
    );
  });
});
