import { afterEach, describe, expect, it, vi } from "vitest";
import { problem, type Scripted, scriptedServer } from "../../e2e/support/scripted";
import { ConnectionError, createProviderCheckoutClient, isProblem, type Schema } from "./index.js";

let server: Awaited<ReturnType<typeof scriptedServer>>;
afterEach(() => server.stop());

async function clientOf(answers: Scripted[], options = {}) {
  server = await scriptedServer(...answers);
  return createProviderCheckoutClient({ baseUrl: server.url, apiKey: "pc_test_1", ...options });
}

const body = { course: { course_name: "Bookkeeping" } } as Schema<"CreateCheckoutRequest">;
const created: Scripted = { status: 201, body: { checkout_status: "Payment Processing" } };
const keys = () => server.heard.map(({ headers }) => headers["idempotency-key"]);
const confirm = {} as Schema<"ConfirmCheckoutRequest">;

describe("a create", () => {
  it("without a key gets one, and keeps key and body through all that passes", async () => {
    const passing = [
      "cut" as const,
      problem(409, "idempotency_in_progress"),
      problem(503, "service_unavailable"),
      problem(429, "rate_limited"),
    ];
    const client = await clientOf([...passing, created]);
    expect(await client.checkouts.create(body)).toEqual({ checkout_status: "Payment Processing" });
    expect(server.heard).toHaveLength(5);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(/^client-[a-z]{32}$/);
    expect(new Set(server.heard.map((one) => one.body))).toEqual(new Set([JSON.stringify(body)]));
  });

  it("is asked for as long as it is under way, however often that is", async () => {
    const client = await clientOf([...Array(3).fill(problem(409, "idempotency_in_progress")), created], {
      maxRetries: 1,
    });
    expect(await client.checkouts.create(body)).toEqual({ checkout_status: "Payment Processing" });
    expect(new Set(keys()).size).toBe(1);
  });

  it("keeps the caller's key, by the plain client too", async () => {
    const client = await clientOf([problem(503, "service_unavailable"), created]);
    const params = { header: { "Idempotency-Key": "ORD-1" } };
    const { data } = await client.POST("/v1/provider-checkouts", { params, body });
    expect([data?.checkout_status, ...keys()]).toEqual(["Payment Processing", "ORD-1", "ORD-1"]);
  });

  it.each([
    [402, "card_declined"],
    [409, "duplicate_order"],
    [422, "validation_failed"],
  ] as const)("that is refused for good (%i %s) is sent once", async (status, code) => {
    const client = await clientOf([problem(status, code, { retryable: false, errors: [{ field: "a" }] })]);
    const refusal = await client.checkouts.create(body).catch((error: unknown) => error);
    expect(isProblem(refusal, code)).toBe(true);
    if (!isProblem(refusal)) return;
    expect([refusal.status, refusal.requestId, refusal.retryAfter]).toEqual([status, "req_1", 0]);
    expect(server.heard).toHaveLength(1);
  });

  it("goes out as it is and once where no retries are wanted", async () => {
    const client = await clientOf([problem(503, "service_unavailable")], { maxRetries: 0 });
    await expect(client.checkouts.create(body)).rejects.toMatchObject({ code: "service_unavailable" });
    expect(keys()).toEqual([undefined]);
  });
});

describe("a lost answer", () => {
  it("is asked for again where that is safe", async () => {
    const client = await clientOf(["cut", { status: 200, body: { agreement: {} } }]);
    await client.checkouts.confirm("chk_1", confirm);
    expect(server.heard).toHaveLength(2);
  });

  it("is asked for again under one key where a repetition would do it twice", async () => {
    const done: Scripted = { status: 200, body: {} };
    const client = await clientOf(["cut", done, "cut", done, "cut", done]);
    await client.webhookEndpoints.create({ url: "https://college.example" });
    await client.checkouts.issueToken("chk_1");
    await client.webhookEndpoints.rotateSecret("whe_1", {}, { idempotencyKey: "MINE" });
    const [one, again, another, ...others] = keys();
    expect([again, ...others]).toEqual([one, another, "MINE", "MINE"]);
    expect(new Set([one, another]).size).toBe(2);
  });

  it("ends the call where there is no key", async () => {
    const client = await clientOf(["cut"]);
    await expect(client.webhookEndpoints.delete("whe_1")).rejects.toBeInstanceOf(ConnectionError);
    expect(server.heard).toHaveLength(1);
  });

  it("is what an answer is that takes too long", async () => {
    const client = await clientOf(["no answer", created], { timeoutMs: 200 });
    await client.checkouts.create(body);
    // On a busy machine the second may take as long.
    expect(server.heard.length).toBeGreaterThanOrEqual(2);
  });
});

describe("what is none of the service's", () => {
  const body = { message: "no route", request_id: "abc" };
  const json = { "Content-Type": "application/json" };
  it.each<[string, Scripted]>([
    ["a body that is null", { status: 200, body: null }],
    ["a gateway's own 404", { status: 404, body: { code: "x", ...body }, headers: json }],
    ["a problem without a code", { status: 404, body }],
  ])("%s is no answer", async (_, answer) => {
    const client = await clientOf([answer], { maxRetries: 0 });
    await expect(client.checkouts.retrieve("chk_1")).rejects.toBeInstanceOf(ConnectionError);
  });

  it("a wait that no timer takes is the caller's to wait for, not one of a millisecond", async () => {
    const client = await clientOf([problem(503, "service_unavailable", {}, 3_000_000)], { maxRetries: 0 });
    const waiting = new AbortController();
    const asked = client.checkouts.waitForOutcome("chk_1", { intervalMs: 1, signal: waiting.signal });
    const ended = expect(asked).rejects.toThrow("enough");
    await vi.waitFor(() => expect(server.heard).toHaveLength(1), { timeout: 120_000 });
    // Time enough to be asked again, a millisecond after the first response.
    await new Promise((resolve) => setTimeout(resolve, 200));
    waiting.abort(new Error("enough"));
    await ended;
    expect(server.heard).toHaveLength(1);
  });
});

it("a refusal before anything was done is repeated, whatever was asked", async () => {
  const client = await clientOf([
    problem(429, "rate_limited"),
    { status: 201, body: { endpoint_id: "whe_1" } },
  ]);
  const { data } = await client.POST("/v1/webhook-endpoints", { body: { url: "https://college.example" } });
  expect(data?.endpoint_id).toBe("whe_1");
});

it("a database that went away in the midst is no reason to do twice what cannot be repeated", async () => {
  const client = await clientOf([problem(503, "service_unavailable")]);
  const asked = client.webhookEndpoints.delete("whe_1");
  await expect(asked).rejects.toMatchObject({ code: "service_unavailable" });
  expect(server.heard).toHaveLength(1);
});

it("what waits for the student is not repeated, though it may succeed later", async () => {
  const client = await clientOf([problem(409, "dda_not_authorised")]);
  await expect(client.checkouts.confirm("chk_1", confirm)).rejects.toMatchObject({ retryable: true });
  expect(server.heard).toHaveLength(1);
});

it("attempts are counted, and the last refusal is the result", async () => {
  const client = await clientOf([problem(503, "service_unavailable")], { maxRetries: 2 });
  await expect(client.checkouts.retrieve("chk_1")).rejects.toMatchObject({ code: "service_unavailable" });
  expect(server.heard).toHaveLength(3);
});

it("a Retry-After beyond the time for retries is the caller's to wait for", async () => {
  const client = await clientOf([problem(429, "rate_limited", {}, 3600)]);
  await expect(client.checkouts.create(body)).rejects.toMatchObject({ retryAfter: 3600 });
  expect(server.heard).toHaveLength(1);
});

it.each([500, 502, 524])("a proxy's %i is no refusal, and is not taken for one", async (status) => {
  const bad = { status, headers: { "Content-Type": "text/html" }, body: "Bad" };
  const client = await clientOf([bad], { maxRetries: 1 });
  await expect(client.checkouts.create(body)).rejects.toMatchObject({ name: "ConnectionError", status });
  expect(server.heard).toHaveLength(2);
});

it("the caller's signal ends a wait at once, with its own reason", async () => {
  const client = await clientOf([problem(429, "rate_limited", {}, 30)]);
  const stop = new AbortController();
  const call = client.checkouts.create(body, { signal: stop.signal });
  setTimeout(() => stop.abort(new Error("The student left")), 100);
  await expect(call).rejects.toThrow("The student left");
});
