import { describe, expect, it } from "vitest";
import { checkoutIdOf } from "../../support/answer";
import { api, expectProblem } from "../../support/api";
import { confirmBody, payNowBody, planBody } from "../../support/bodies";
import { makeProvider } from "../../support/provider";
import { authorisedPlan, payNow, startedPlan } from "../../support/scenes";
import { DOORS } from "../../support/stack";

describe.each(DOORS)("specification, Endpoints, through the %s entry point", (door) => {
  async function setting() {
    const provider = await makeProvider();
    return { provider, client: api(door, provider.key) };
  }

  it("GET /v1/environment answers the environment resource to a request without body or key", async () => {
    const answer = await api(door).get("/v1/environment");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  });

  it("POST /v1/provider-checkouts answers 201 with Location", async () => {
    const { provider, client } = await setting();
    const { status, headers, body } = await client.create(planBody(provider));
    expect(status).toBe(201);
    const id = body.checkout.checkout_id;
    expect(new URL(headers.get("location")!).pathname).toBe(`/v1/provider-checkouts/${id}`);
    expect((await client.get(new URL(headers.get("location")!).pathname)).status).toBe(200);
  });

  it("POST /v1/provider-checkouts takes the order reference as Idempotency-Key", async () => {
    const { provider, client } = await setting();
    const body = planBody(provider);
    const key = body.provider.provider_order_id;
    const first = await client.createOnce(key, body);
    const again = await client.createOnce(key, body);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
  });

  it("POST …/{checkoutId}/confirm makes the agreement and moves the Opportunity", async () => {
    const { provider, client } = await setting();
    const { id, answer } = await authorisedPlan(client, provider);
    const confirmed = await client.confirm(id, confirmBody(answer.body));
    expect(confirmed.body).toMatchObject({
      opportunity_stage: "Payment Plan Signed",
      agreement: { url: expect.stringMatching(`/v1/provider-checkouts/${id}/agreement$`) },
    });
  });

  it("POST …/confirm is not used for Pay Now", async () => {
    const { provider, client } = await setting();
    const { id, answer } = await payNow(client, provider);
    const body = confirmBody(answer.body, { checkout: { dda_id: "dda_01m7xzsvdaexwt5dmxs7qvyfwd" } });
    expectProblem(await client.confirm(id, body), 409, "confirm_not_applicable");
  });

  it("POST to the bare path /v1/provider-checkouts/confirm is 405", async () => {
    const { provider, client } = await setting();
    const { answer } = await authorisedPlan(client, provider);
    const bare = await client.post("/v1/provider-checkouts/confirm", confirmBody(answer.body));
    expectProblem(bare, 405, "checkout_id_required");
  });

  it("POST /api/provider-checkout-confirm has the same body and effect as confirm", async () => {
    const { provider, client } = await setting();
    const { id, answer } = await authorisedPlan(client, provider);
    const send = () => client.post("/api/provider-checkout-confirm", confirmBody(answer.body));
    expect((await send()).status).toBe(200);
    const { body } = await client.confirm(id, confirmBody(answer.body));
    expect((await send()).body).toEqual(body);
  });

  it("POST /api/provider-checkout creates in both flows", async () => {
    const { provider, client } = await setting();
    for (const body of [planBody(provider), payNowBody(provider)]) {
      const legacy = await client.post("/api/provider-checkout", body);
      expect(legacy.status).toBe(201);
      const { body: status } = await client.status(checkoutIdOf(legacy));
      expect(status.provider.provider_order_id).toBe(body.provider.provider_order_id);
    }
  });

  it("GET /v1/provider-checkouts/{checkoutId} returns the status", async () => {
    const { provider, client } = await setting();
    const { id, answer } = await startedPlan(client, provider);
    const { status, body } = await client.status(id);
    expect(status).toBe(200);
    const { checkout_token: _, ...ids } = answer.body.checkout;
    const { timeline, ...resource } = body;
    expect(resource).toEqual({ ...answer.body, checkout: ids });
    expect(timeline).toHaveLength(1);
  });

  it("the hosted page's address names its session and nothing of the student", async () => {
    const { provider, client } = await setting();
    const { answer } = await startedPlan(client, provider);
    const url = new URL(answer.body.direct_debit.setup_url);
    expect([...url.searchParams.keys()]).toEqual(["session"]);
    expect(url.searchParams.get("session")).toMatch(/^dds_/);
  });
});
