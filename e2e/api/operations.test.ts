import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { dda } from "../../drizzle/schema";
import type { Id } from "../../lib/domain/ids";
import { expectProblem, newCaller } from "../support/api";
import { confirmBody } from "../support/bodies";
import { database } from "../support/provider";
import { authorisedPlan, payNow, startedPlan } from "../support/scenes";

async function setting() {
  const { provider, client } = await newCaller();
  const token = (id: string) => client.post(`/v1/provider-checkouts/${id}/checkout-token`);
  return { provider, client, token };
}
it("cancel twice gives the same answer and one event; a body is optional", async () => {
  const { provider, client } = await setting();
  const { id } = await startedPlan(client, provider);
  const first = await client.cancel(id);
  const again = await client.post(`/v1/provider-checkouts/${id}/cancel`, {});
  expect(again.body).toEqual(first.body);
  const { timeline } = (await client.status(id)).body;
  expect(timeline.map((one: { type: string }) => one.type)).toEqual([
    "checkout.created",
    "checkout.cancelled",
  ]);
});

it.each([
  ["success", "456"],
  ["closed", "113"],
  ["not_authorised", "335"],
  [undefined, "456"],
  [null, "456"],
] as const)("authorise with the test account %s", async (test_account, ending) => {
  const { provider, client } = await setting();
  const { id, answer } = await startedPlan(client, provider);
  const authorised = await client.authorise(id, test_account === undefined ? undefined : { test_account });
  expect(authorised.body).toMatchObject({
    checkout_status: "Awaiting Confirmation",
    direct_debit: {
      status: "Authorised",
      authorised_at: expect.any(String),
      account: { bsb: "000-000", ending },
    },
  });
  const [row] = await database()
    .select()
    .from(dda)
    .where(eq(dda.id, answer.body.checkout.dda_id as Id<"dda">));
  expect(row).toMatchObject({ authorisedVia: "sandbox_api" });
  expect(row!.authorityText).toContain("Test College");
  const known = Buffer.from(row!.bankSealed!).toString("latin1");
  expect(known).not.toMatch(/000123456|111111113|333333335|Sandbox Student/);
  expect((await client.status(id)).body.next_action).toEqual({ type: "confirm" });
});

it("authorise again changes nothing, whatever account it names", async () => {
  const { provider, client } = await setting();
  const { id } = await startedPlan(client, provider);
  const first = await client.authorise(id);
  const again = await client.authorise(id, { test_account: "closed" });
  expect(again.body).toEqual(first.body);
});

it("a new token works, and the old one dies", async () => {
  const { provider, client, token } = await setting();
  const { id, answer } = await authorisedPlan(client, provider);
  const issued = (await token(id)).body.checkout;
  const { checkout_token } = issued;
  expect(issued).toEqual({ ...answer.body.checkout, checkout_token });
  expectProblem(await client.confirm(id, confirmBody(answer.body)), 403, "checkout_token_invalid");
  const renewed = (await token(id)).body.checkout.checkout_token;
  expect(new Set([answer.body.checkout.checkout_token, checkout_token, renewed]).size).toBe(3);
  const send = (one: string) =>
    client.confirm(id, confirmBody(answer.body, { checkout: { checkout_token: one } }));
  expectProblem(await send(checkout_token), 403, "checkout_token_invalid");
  expect((await send(renewed)).status).toBe(200);
});

it("the sandbox lists its charges of an order, or of the provider, newest first, and no other provider's", async () => {
  const { provider, client } = await setting();
  const paid = await payNow(client, provider);
  const declined = await payNow(client, provider, "declined_lost_card");
  await startedPlan(client, provider);
  const all = (await client.get("/v1/sandbox/charges")).body.data;
  expect(all).toMatchObject([
    { provider_order_id: declined.orderId, amount: 1500, status: "declined" },
    { provider_order_id: paid.orderId, amount: 1500, status: "succeeded" },
  ]);
  expect((await client.charges(declined.orderId)).body).toEqual({ data: [all[0]], next_cursor: null });
  expect((await client.charges("none")).body.data).toEqual([]);
  const other = await setting();
  expect((await other.client.charges(paid.orderId)).body.data).toEqual([]);
  expect((await other.client.get("/v1/sandbox/charges")).body.data).toEqual([]);
});

it("the sandbox's charges come page by page, each once, also those of one moment", async () => {
  const { provider, client } = await setting();
  const orders = await Promise.all(Array.from({ length: 5 }, () => payNow(client, provider)));
  const pageAt = (query: string) => client.get(`/v1/sandbox/charges?limit=2${query}`);
  const seen: string[][] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body } = await pageAt(cursor && `&cursor=${cursor}`);
    seen.push(body.data.map((one: { provider_order_id: string }) => one.provider_order_id));
    cursor = body.next_cursor;
  }
  expect(seen.map(({ length }) => length)).toEqual([2, 2, 1]);
  expect(seen.flat().sort()).toEqual(orders.map(({ orderId }) => orderId).sort());
  const { next_cursor } = (await pageAt("")).body;
  expectProblem(
    await pageAt(`&provider_order_id=${orders[0]!.orderId}&cursor=${next_cursor}`),
    422,
    "validation_failed",
  );
  await client.post("/v1/sandbox/reset");
  expect((await pageAt(`&cursor=${next_cursor}`)).body).toEqual({ data: [], next_cursor: null });
});
