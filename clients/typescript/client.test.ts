import { afterEach, describe, expect, it } from "vitest";
import { problem, type Scripted, scriptedServer } from "../../e2e/support/scripted";
import { createProviderCheckoutClient, WaitTimeoutError } from "./index.js";

let server: Awaited<ReturnType<typeof scriptedServer>>;
afterEach(() => server.stop());

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
    const asked = server.heard.map(({ headers }) => headers["if-none-match"]);
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
    expect(server.heard).toHaveLength(1);
  });

  it("goes on while the student acts, and ends at what the caller does", async () => {
    const acting = status({ type: "authorise_direct_debit", url: "https://a.example" });
    const client = await clientOf(acting, atBank, status({ type: "confirm" }));
    const found = await client.checkouts.waitForOutcome("chk_1", { ...soon, studentIsActing: true });
    expect(found.next_action.type).toBe("confirm");
  });

  it("ends when its time is over, with the checkout as it was", async () => {
    const client = await clientOf(waiting, unchanged);
    const over = await client.checkouts
      .waitForOutcome("chk_1", { timeoutMs: 300, intervalMs: 20 })
      .catch((error: unknown) => error);
    expect(over).toBeInstanceOf(WaitTimeoutError);
    expect(over).toMatchObject({ checkout: { checkout_status: "Payment Pending" } });
  });

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
    expect(server.heard.map(({ path }) => path)).toEqual([
      query,
      `${query}&cursor=a%2Bb`,
      `${query}&cursor=c`,
    ]);
  });

  it("asks for no page that is not needed", async () => {
    const client = await clientOf(page([1, 2], "a"));
    for await (const _ of client.deliveries.list("whe_1", { status: "failed" })) break;
    expect(server.heard.map(({ path }) => path)).toEqual([
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
