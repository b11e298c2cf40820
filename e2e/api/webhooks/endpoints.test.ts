import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { webhookDelivery, webhookEndpoint } from "../../../drizzle/schema";
import type { Id } from "../../../lib/domain/ids";
import { EVENT_TYPES } from "../../../lib/domain/states";
import { expectFieldError, expectProblem, newCaller } from "../../support/api";
import { farAhead } from "../../support/moments";
import { database } from "../../support/provider";
import { ENDPOINTS, makeEndpoint, NOWHERE } from "../../support/webhooks";

const rowOf = async (id: string) => {
  const [row] = await database()
    .select()
    .from(webhookEndpoint)
    .where(eq(webhookEndpoint.id, id as Id<"whe">));
  return row!;
};

describe("webhook endpoints", () => {
  const registered = async () => {
    const { client } = await newCaller();
    const { endpoint_id, secret } = await makeEndpoint(client);
    return { client, endpoint_id, secret, path: `${ENDPOINTS}/${endpoint_id}` };
  };

  it("are registered for every type unless some are named, and show their secret once", async () => {
    const { client } = await newCaller();
    const answer = await client.post(ENDPOINTS, { url: NOWHERE });
    expect(answer.status, answer.text).toBe(201);
    const { secret, ...endpoint } = answer.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toEqual({
      endpoint_id: expect.stringMatching(/^whe_/),
      url: NOWHERE,
      description: null,
      event_types: [],
      api_version: "v1",
      status: "enabled",
      disabled_reason: null,
      failing_since: null,
      secret_rotating_until: null,
      created_at: expect.any(String),
    });
    const path = `${ENDPOINTS}/${endpoint.endpoint_id}`;
    expect(new URL(answer.headers.get("location")!).pathname).toBe(path);
    expect((await client.get(path)).body).toEqual(endpoint);
    expect((await client.get(ENDPOINTS)).body).toEqual({ data: [endpoint] });
    const row = await rowOf(endpoint.endpoint_id);
    expect(Buffer.from(row.secretSealed).toString("latin1")).not.toContain(secret.slice(6, 20));
  });

  it("keep a description and the types that are named, each once, in any number up to the limit", async () => {
    const { client } = await newCaller();
    const types = ["card_payment.succeeded", "checkout.created", "card_payment.succeeded"];
    const one = await makeEndpoint(client, { description: " Till ", event_types: types });
    expect(one).toMatchObject({ description: "Till", event_types: types.slice(0, 2) });
    const made = await Promise.all(
      Array.from({ length: 24 }, () => client.post(ENDPOINTS, { url: NOWHERE })),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(19);
    for (const answer of made.filter(({ status }) => status !== 201))
      expectProblem(answer, 409, "webhook_endpoint_limit_reached");
    expect((await client.get(ENDPOINTS)).body.data).toHaveLength(20);
    await client.call("DELETE", `${ENDPOINTS}/${one.endpoint_id}`);
    expect((await client.post(ENDPOINTS, { url: NOWHERE })).status).toBe(201);
  });

  it.each([
    ["http://college.example/hooks", "not_allowed"],
    ["https://127.0.0.1/hooks", "not_allowed"],
    [`https://college.example/${"x".repeat(2048)}`, "too_long"],
  ])("are refused at the address %s, created or changed", async (url, code) => {
    const { client } = await newCaller();
    expectFieldError(await client.post(ENDPOINTS, { url }), "/url", code);
    const { endpoint_id } = await makeEndpoint(client);
    expectFieldError(await client.post(`${ENDPOINTS}/${endpoint_id}`, { url }), "/url", code);
    expect((await client.get(`${ENDPOINTS}/${endpoint_id}`)).body.url).toBe(NOWHERE);
  });

  it("are told all that is wrong with them at once", async () => {
    const { client } = await newCaller();
    const answer = await client.post(ENDPOINTS, {
      description: "4242 4242 4242 4242",
      event_types: ["checkout.created", "checkout.paid", 7],
    });
    const told = answer.body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code]);
    expect(told).toEqual([
      ["/url", "required"],
      ["/description", "card_number_not_allowed"],
      ["/event_types/1", "not_an_option"],
      ["/event_types/2", "wrong_type"],
    ]);
    expect(answer.body.errors[2].expected).toContain(EVENT_TYPES[0]);
    expect(answer.body.errors[2].message).toMatch(/^event_types\[1\] must be /);
    expect(answer.text).not.toContain("4242 4242");
  });

  it("change as told, and what is left out stays", async () => {
    const { client } = await newCaller();
    const { secret: _, ...made } = await makeEndpoint(client, { description: "Till" });
    const path = `${ENDPOINTS}/${made.endpoint_id}`;
    const types = ["checkout.expired"];
    expect((await client.post(path, { event_types: types })).body).toEqual({ ...made, event_types: types });
    expect((await client.post(path, { description: null, event_types: [] })).body).toEqual({
      ...made,
      description: null,
    });
    const url = "https://receiver.invalid/other";
    expect((await client.post(path, { url, description: "B" })).body).toEqual({
      ...made,
      url,
      description: "B",
    });
    expect((await client.post(path, {})).body.url).toBe(url);
  });

  it("that are disabled say why, lose what is pending, and take no test or replay until enabled", async () => {
    const { client, path } = await registered();
    const test = await client.post(`${path}/test`);
    await database()
      .update(webhookDelivery)
      .set({ status: "pending", dueAt: farAhead(), leaseUntil: null, finishedAt: null })
      .where(eq(webhookDelivery.id, test.body.delivery_id));
    const disabled = await client.post(path, { enabled: false });
    expect(disabled.body).toMatchObject({ status: "disabled", disabled_reason: "requested" });
    const log = await client.get(`${path}/deliveries`);
    expect(log.body.data).toMatchObject([{ status: "cancelled", next_attempt_at: null }]);
    expectProblem(await client.post(`${path}/test`), 409, "webhook_endpoint_disabled");
    const since = "2026-01-01T00:00:00Z";
    expectProblem(await client.post(`${path}/replay`, { since }), 409, "webhook_endpoint_disabled");
    const enabled = await client.post(path, { enabled: true });
    expect(enabled.body).toMatchObject({ status: "enabled", disabled_reason: null });
    expect((await client.post(`${path}/test`)).status).toBe(202);
  });

  it("that failed keep the reason when they are disabled again, and lose it when enabled", async () => {
    const { client } = await newCaller();
    const { endpoint_id } = await makeEndpoint(client);
    const at = new Date("2026-11-20T00:00:00.000Z");
    await database()
      .update(webhookEndpoint)
      .set({ disabledReason: "failing", disabledAt: at, failingSince: at })
      .where(eq(webhookEndpoint.id, endpoint_id));
    const path = `${ENDPOINTS}/${endpoint_id}`;
    const told = { disabled_reason: "failing", failing_since: at.toISOString() };
    expect((await client.post(path, { enabled: false })).body).toMatchObject(told);
    expect((await client.post(path, { enabled: true })).body).toMatchObject({
      status: "enabled",
      disabled_reason: null,
      failing_since: null,
    });
  });

  it("rotate to a secret of their own, the old one beside it for a day or as told", async () => {
    const { client, path, endpoint_id, secret } = await registered();
    const rotate = (body?: object) => client.post(`${path}/rotate-secret`, body);
    const first = await rotate();
    expect(first.body.secret).not.toBe(secret);
    const hours = (Date.parse(first.body.secret_rotating_until) - Date.now()) / 3_600_000;
    // The clock may be set by an hour in between.
    expect(Math.abs(hours - 24)).toBeLessThan(2);
    const before = await rowOf(endpoint_id);
    const second = await rotate({ overlap_hours: 168 });
    expect(second.body.secret).not.toBe(first.body.secret);
    const row = await rowOf(endpoint_id);
    expect(Buffer.from(row.previousSecretSealed!)).toEqual(Buffer.from(before.secretSealed));
    expect((await rotate({ overlap_hours: 0 })).body.secret_rotating_until).toBeNull();
    expect((await rowOf(endpoint_id)).previousSecretSealed).toBeNull();
    expect((await client.get(path)).body).not.toHaveProperty("secret");
    expectFieldError(await rotate({ overlap_hours: 169 }), "/overlap_hours", "too_large");
    expectFieldError(await rotate({ overlap_hours: 1.5 }), "/overlap_hours", "wrong_type");
  });

  it("that are deleted are gone for good, and their pending deliveries with them", async () => {
    const { client, path } = await registered();
    const { body } = await client.post(`${path}/test`);
    const gone = await client.call("DELETE", path);
    expect([gone.status, gone.text]).toEqual([204, ""]);
    expectProblem(await client.call("DELETE", path), 404, "webhook_endpoint_not_found");
    expectProblem(await client.get(`${path}/deliveries`), 404, "webhook_endpoint_not_found");
    expect((await client.get(ENDPOINTS)).body.data).toEqual([]);
    // One that was being sent at that moment ends when that is over.
    const statusOf = async () => {
      const isIt = eq(webhookDelivery.id, body.delivery_id);
      return (await database().select().from(webhookDelivery).where(isIt))[0]!.status;
    };
    await expect.poll(statusOf).not.toBe("pending");
  });
});
