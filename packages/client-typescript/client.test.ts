import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { problem, type Scripted, scriptedServer } from "../../e2e/support/scripted";
import {
  createProviderCheckoutClient,
  ProblemError,
  type ProviderCheckoutOptions,
  type Schema,
  WaitTimeoutError,
} from "./index.js";
import { untilOutcome } from "./wait.js";

let server: Awaited<ReturnType<typeof scriptedServer>> | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function clientOf(...answers: Scripted[]) {
  server = await scriptedServer(...answers);
  return createProviderCheckoutClient({ baseUrl: server.url, apiKey: "pc_test_1" });
}

const status = (next_action: object, etag = '"1"'): Scripted => ({
  status: 200,
  headers: { ETag: etag },
  body: { checkout_status: "Payment Pending", next_action },
});
const waiting = status({ type: "wait" });
const atBank = status({ type: "wait", url: "https://bank.example" });
const unchanged: Scripted = { status: 304 };
const soon = { intervalMs: 1 };

describe("waiting for the outcome", () => {
  it("asks only for what is new, through all that passes, until nothing is to be waited for", async () => {
    const client = await clientOf(
      waiting,
      unchanged,
      "cut",
      problem(503, "service_unavailable"),
      status({ type: "none" }, '"2"'),
    );
    const checkout = await client.checkouts.waitForOutcome("chk_1", soon);
    expect(checkout.next_action).toEqual({ type: "none" });
    const asked = server!.heard.map(({ headers }) => headers["if-none-match"]);
    expect(asked).toEqual([undefined, ...Array(4).fill('"1"')]);
  });

  it.each([
    ["the student has to authorise", status({ type: "authorise_direct_debit", url: "https://a.example" })],
    ["the student's bank asks for more", atBank],
    ["it asks for more, at an address that this key may not read", status({ type: "wait", url: null })],
    ["the plan is to be confirmed", status({ type: "confirm" })],
  ])("ends where %s", async (_, answer) => {
    const client = await clientOf(answer);
    await client.checkouts.waitForOutcome("chk_1", soon);
    expect(server!.heard).toHaveLength(1);
  });

  it("goes on while the student acts, and ends at what the caller does", async () => {
    const acting = status({ type: "authorise_direct_debit", url: "https://a.example" });
    const client = await clientOf(acting, atBank, status({ type: "confirm" }));
    const found = await client.checkouts.waitForOutcome("chk_1", { ...soon, studentIsActing: true });
    expect(found.next_action.type).toBe("confirm");
  });

  it("ends when its time is over, with the checkout as it was", async () => {
    const checkout = {
      checkout_status: "Payment Pending",
      next_action: { type: "wait" },
    } as Schema<"CheckoutStatus">;
    const ask = async (etag?: string) => (etag ? null : { checkout, etag: '"1"' });
    const over = await untilOutcome(ask, { timeoutMs: 20, ...soon }).catch((error: unknown) => error);
    expect(over).toBeInstanceOf(WaitTimeoutError);
    expect(over).toMatchObject({ checkout: { checkout_status: "Payment Pending" } });
  });

  it.each([{ timeoutMs: Number.POSITIVE_INFINITY }, { timeoutMs: 2 ** 31 }, { intervalMs: 0 }])(
    "is not begun for %j, which is no time",
    async (options) => {
      const client = await clientOf(waiting);
      const [name] = Object.keys(options);
      const asked = client.checkouts.waitForOutcome("chk_1", options);
      await expect(asked).rejects.toThrow(`${name} must be a number of milliseconds`);
      expect(server!.heard).toHaveLength(0);
    },
  );

  it("ends with the caller's signal, and with a refusal that does not pass", async () => {
    const client = await clientOf(waiting, problem(404, "checkout_not_found", { retryable: false }));
    const signal = AbortSignal.abort(new Error("The student left"));
    await expect(client.checkouts.waitForOutcome("chk_1", { signal })).rejects.toThrow("The student left");
    await expect(client.checkouts.waitForOutcome("chk_1", soon)).rejects.toMatchObject({
      code: "checkout_not_found",
    });
  });
});

describe("a list", () => {
  const page = (data: number[], next_cursor: string | null): Scripted => ({
    status: 200,
    body: { data, next_cursor },
  });

  it("is gone through to its end, with its filters on every page", async () => {
    const client = await clientOf(page([1, 2], "a+b"), page([], "c"), page([3], null));
    const found: unknown[] = [];
    for await (const one of client.events.list({ type: "checkout.created", limit: 2 })) found.push(one);
    expect(found).toEqual([1, 2, 3]);
    const query = "/v1/events?type=checkout.created&limit=2";
    expect(server!.heard.map(({ path }) => path)).toEqual([
      query,
      `${query}&cursor=a%2Bb`,
      `${query}&cursor=c`,
    ]);
  });

  it("is narrowed by pairs of metadata, whatever their keys and values hold", async () => {
    const client = await clientOf(page([1], "a"), page([2], null));
    const pairs = { order: "1", "R&D #2=a+b": "50% off?" };
    for await (const _ of client.checkouts.list({ metadata: pairs, limit: 1 }));
    const sent = server?.heard.map(({ path }) => [...new URL(path, server?.url).searchParams]);
    const filters = Object.entries(pairs).map(([key, value]) => [`metadata[${key}]`, value]);
    expect(sent).toEqual([
      [...filters, ["limit", "1"]],
      [...filters, ["limit", "1"], ["cursor", "a"]],
    ]);
    // @ts-expect-error A value is a text.
    client.checkouts.list({ metadata: { order: 1 } });
    // @ts-expect-error Pairs are given as one member.
    client.checkouts.list({ "metadata[order]": "1" });
  });

  it("asks for no page that is not needed", async () => {
    const client = await clientOf(page([1, 2], "a"));
    for await (const _ of client.deliveries.list("whe_1", { status: "failed" })) break;
    expect(server!.heard.map(({ path }) => path)).toEqual([
      "/v1/webhook-endpoints/whe_1/deliveries?status=failed",
    ]);
  });

  it("ends in the refusal of a page", async () => {
    const client = await clientOf(page([1], "a"), problem(403, "insufficient_scope", { retryable: false }));
    const going = (async () => {
      for await (const _ of client.checkouts.list());
    })();
    await expect(going).rejects.toMatchObject({ code: "insufficient_scope" });
  });
});

describe("what is typed wrong is said before anything is sent", () => {
  const takes = "createProviderCheckoutClient takes the options { baseUrl, apiKey, fetch, ";
  it.each([
    [{}, "baseUrl is missing"],
    [undefined, takes],
    [{ baseUrl: "localhost:3105" }, "baseUrl localhost:3105 is not an address: write"],
    [{ baseUrl: "ftp://a.example" }, "baseUrl ftp://a.example is not an address"],
    [{ baseUrl: "https://a.example/v1/" }, "such as https://checkout.example.com, without /v1"],
    [{ baseUrl: "https://a.example", api_key: "pc_test_1" }, takes],
    [{ baseUrl: "https://u:p@a.example" }, "baseUrl must be an address, without an API key or a password"],
    [{ baseUrl: "pc_test_1" }, "baseUrl must be an address, without an API key"],
    [{ baseUrl: " pc_test_1" }, "baseUrl must be an address, without an API key"],
    [{ baseUrl: "https://a.example?x=1" }, "baseUrl https://a.example?x=1 is not an address"],
    [
      { baseUrl: "https://a.example", maxRetries: -1 },
      "maxRetries must be a whole number, 0 or more, not -1",
    ],
    [
      { baseUrl: "https://a.example", timeoutMs: "30s" },
      "timeoutMs must be a number of milliseconds, 1 or more",
    ],
    [
      { baseUrl: "https://a.example", maxRetryTimeMs: Number.NaN },
      "maxRetryTimeMs must be a number of milliseconds",
    ],
    [{ baseUrl: "https://a.example", fetch: "x" }, "fetch must be a function, not string"],
  ])("a client of %j", (options, message) => {
    expect(() => createProviderCheckoutClient(options as ProviderCheckoutOptions)).toThrow(message);
  });

  it.each([
    ["ORD-1", "checkouts.create takes the options { idempotencyKey, signal }, not string"],
    [{ idempotency_key: "ORD-1" }, "{ idempotencyKey, signal }, not idempotency_key"],
    [null, "not null"],
    [new AbortController().signal, "not aborted"],
  ])("options of create: %j", async (options, message) => {
    const client = await clientOf({ status: 201, body: {} });
    const { create } = client.checkouts;
    await expect(create({} as never, options as never)).rejects.toThrow(message);
    expect(server!.heard).toHaveLength(0);
  });

  it("options of the others", async () => {
    const client = await clientOf(waiting);
    const wrong = { timeout: 1 } as object;
    await expect(client.checkouts.retrieve("chk_1", wrong)).rejects.toThrow(TypeError);
    await expect(client.checkouts.waitForOutcome("chk_1", wrong)).rejects.toThrow(TypeError);
    await expect(client.sandbox.expire("chk_1", wrong)).rejects.toThrow(TypeError);
    expect(() => client.events.list({}, wrong)).toThrow(TypeError);
    expect(server!.heard).toHaveLength(0);
  });
});

describe("a refusal's message", () => {
  it("names the fields to correct, and no more than a line holds", async () => {
    const errors = [1, 2, 3, 4, 5, 6, 7].map((n) => ({ pointer: `/pricing/p${n}`, code: "wrong_type" }));
    const client = await clientOf(problem(422, "validation_failed", { retryable: false, errors }));
    await expect(client.checkouts.retrieve("chk_1")).rejects.toThrow(
      /\(\/pricing\/p1 wrong_type, .*\/pricing\/p5 wrong_type, and 2 more\)$/,
    );
  });
});

describe("an answer that is not the service's, whatever its status", () => {
  const html = { "Content-Type": "text/html" };
  it.each<[string, Scripted]>([
    ["a page", { status: 200, headers: html, body: "Sign in" }],
    ["nothing", { status: 200 }],
    ["no content", { status: 204 }],
    ["a redirect", { status: 302, headers: { Location: "/v1/provider-checkouts" } }],
  ])("%s is no checkout, no list and no agreement", async (_, answer) => {
    const client = await clientOf(answer);
    const expected = {
      name: "ConnectionError",
      message: expect.stringContaining("is not from Provider Checkout"),
    };
    await expect(client.checkouts.retrieve("chk_1")).rejects.toMatchObject(expected);
    await expect(client.checkouts.list().next()).rejects.toMatchObject(expected);
    await expect(client.checkouts.agreement("chk_1")).rejects.toMatchObject(expected);
  });
});

it.each(["pc_test_1\n", " pc_test_1", "Bearer pc_test_1", "pc_test_1…", ""])(
  "the key %j is refused at once, by a message without it",
  (apiKey) => {
    const made = () => createProviderCheckoutClient({ baseUrl: "https://checkout.example.com", apiKey });
    expect(made).toThrow(/^apiKey must be/);
    expect(made).not.toThrow(/pc_test_1/);
  },
);

it("each operation of a resource has its method, which sends it whatever the id holds", async () => {
  const client = await clientOf({ status: 200, body: { data: [], next_cursor: null } });
  const resources = Object.entries(client).filter(
    ([name, one]) => typeof one === "object" && name !== "webhooks",
  );
  const methods = resources
    .flatMap(([, resource]) => Object.entries(resource))
    .filter(([name]) => name !== "waitForOutcome");
  for (const [name, method] of methods) {
    if (typeof method !== "function") throw new Error(`${name} is no method`);
    // What has to be given is an id, or a body, and a body after it.
    const given =
      method.length === 0 ? [] : ["an id/?", name === "retrieve" && method.length === 2 ? "an id/?" : {}];
    const result: unknown = method(...given);
    if (result instanceof Promise) await result;
    else for await (const _ of result as AsyncIterable<unknown>);
  }
  const asked = server!.heard.map(({ method, path }) => `${method} ${path.replace(/\?.*/, "")}`);
  const document: { paths: Record<string, Record<string, { "x-client-method"?: string }>> } = JSON.parse(
    readFileSync("openapi.json", "utf8"),
  );
  const ofResources = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs)
      .filter(([, operation]) => operation["x-client-method"]?.includes("."))
      .map(([verb]) => `${verb.toUpperCase()} ${path.replace(/\{\w+\}/g, "an%20id%2F%3F")}`),
  );
  expect(asked.sort()).toEqual(ofResources.sort());
});

it("a refusal that is printed shows no address that it may hold", async () => {
  const refusal = {
    code: "duplicate_order",
    detail: "The order has one.",
    request_id: "req_1",
    next_action: { url: "dds_secret" },
  };
  const error = new ProblemError(refusal as unknown as ConstructorParameters<typeof ProblemError>[0], null);
  expect(inspect(error)).toContain("duplicate_order");
  expect(inspect(error)).not.toContain("dds_secret");
  expect(error.problem).toBe(refusal);
});
