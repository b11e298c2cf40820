import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { chargeAttempt } from "../../drizzle/schema";
import { atCard, atOnce } from "../portal/student";
import { type Api, api, expectProblem, newCaller } from "../support/api";
import { type Body, cardToken, merge, orderId, payNowBody, planBody } from "../support/bodies";
import { checkoutIdOf, checkoutsFor, expectReplay } from "../support/charges";
import { database, makeProvider, type TestProvider } from "../support/provider";
import { DOORS } from "../support/stack";

const TOLD =
  /^Too many attempts\. Try again after \d{1,2}:\d\d\u00a0[ap]m \(Australia\/Sydney\), or contact your provider\.$/;
const DECLINED = "declined_insufficient_funds";
const withCard = (body: Body, card = DECLINED): Body =>
  merge(body, { card_payment: { token: cardToken(card) } });

/** The calls of a provider's order, as if they had been made so many minutes earlier. */
async function age({ id }: Pick<TestProvider, "id">, providerOrderId: string, minutes: number) {
  const ofOrder = and(eq(chargeAttempt.providerId, id), eq(chargeAttempt.providerOrderId, providerOrderId));
  const rows = await database().select().from(chargeAttempt).where(ofOrder);
  for (const row of rows)
    await database()
      .update(chargeAttempt)
      .set({ createdAt: new Date(row.createdAt.getTime() - minutes * 60_000) })
      .where(and(eq(chargeAttempt.providerId, id), eq(chargeAttempt.id, row.id)));
}

const declines = async (client: Api, body: Body, count: number) => {
  for (let i = 0; i < count; i++) expectProblem(await client.create(withCard(body)), 402, "card_declined");
};

describe.each(DOORS)("the calls to the gateway for one order, through the %s entry point", (door) => {
  it("are five in an hour; the sixth is refused before anything is written", async () => {
    const { provider, client } = await newCaller(door);
    const body = payNowBody(provider);
    const order = body.provider.provider_order_id;
    await declines(client, body, 5);
    const before = await checkoutsFor(client, body);
    const refused = await client.create(withCard(body, "visa"));
    expectProblem(refused, 429, "rate_limited");
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(3_000);
    expect(wait).toBeLessThanOrEqual(3_600);
    expect(refused.body).toMatchObject({
      retryable: true,
      detail: expect.stringContaining("used its 5 charge attempts for this hour"),
      user_message: expect.stringMatching(TOLD),
    });
    expect(await checkoutsFor(client, body)).toEqual(before);
    expect((await client.charges(order)).body.data).toHaveLength(5);
  });

  it("are free again as each of them is an hour old", async () => {
    const { provider, client } = await newCaller(door);
    const body = payNowBody(provider);
    const order = body.provider.provider_order_id;
    await declines(client, body, 1);
    await age(provider, order, 30);
    await declines(client, body, 4);
    const refused = await client.create(withCard(body));
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(1_800);
    await age(provider, order, 31);
    expect((await client.create(withCard(body))).status).toBe(402);
    expectProblem(await client.create(withCard(body)), 429, "rate_limited");
    await age(provider, order, 60);
    expect((await client.create(withCard(body, "visa"))).status).toBe(201);
  });

  it("do not count replays, which are answered when the five are used up", async () => {
    const { provider, client } = await newCaller(door);
    const body = withCard(payNowBody(provider));
    const key = orderId();
    const first = await client.createOnce(key, body);
    for (let i = 0; i < 10; i++) expectReplay(await client.createOnce(key, body), first);
    await declines(client, body, 4);
    expectReplay(await client.createOnce(key, body), first);
    expectProblem(await client.createOnce(orderId(), withCard(body)), 429, "rate_limited");
    // The refusal took nothing of the key either.
    expectReplay(await client.createOnce(key, body), first);
  });

  it("count a refused token, for the gateway was asked; they do not count what was refused before", async () => {
    const { provider, client } = await newCaller(door);
    const body = payNowBody(provider);
    for (let i = 0; i < 8; i++) {
      expect((await client.create(merge(body, { student: { email: "nobody" } }))).status).toBe(422);
    }
    await declines(client, body, 4);
    const unknown = merge(body, { card_payment: { token: "tok_test_visa_short" } });
    expectProblem(await client.create(unknown), 422, "validation_failed");
    expectProblem(await client.create(unknown), 429, "rate_limited");
  });

  it("are each order's and each provider's own", async () => {
    const [one, other] = [await makeProvider(), await makeProvider()];
    const client = api(door, one.key);
    const body = payNowBody(one);
    const order = body.provider.provider_order_id;
    await declines(client, body, 5);
    expect((await client.create(withCard(payNowBody(one), "visa"))).status).toBe(201);
    const same = merge(payNowBody(other), { provider: { provider_order_id: order } });
    expect((await api(door, other.key).create(same)).status).toBe(201);
  });

  it("keep no plan of the order from being made, which calls no gateway", async () => {
    const { provider, client } = await newCaller(door);
    const body = payNowBody(provider);
    const { provider_order_id } = body.provider;
    await declines(client, body, 5);
    const plan = await client.create(planBody(provider, { provider: { provider_order_id } }));
    expect(plan.status).toBe(201);
    const refused = await client.create(withCard(body));
    expectProblem(refused, 409, "duplicate_order");
    expect(refused.body.checkout_id).toBe(checkoutIdOf(plan));
  });

  it("are never more than five, however many come at once", async () => {
    const { provider, client } = await newCaller(door);
    const body = payNowBody(provider);
    const order = body.provider.provider_order_id;
    const statuses = new Set<number>();
    for (let round = 0; round < 6; round++)
      for (const { status } of await atOnce(6, () => client.create(withCard(body)))) statuses.add(status);
    expect((await client.charges(order)).body.data).toHaveLength(5);
    expect([...statuses].sort()).toEqual([402, 409, 429]);
  });
});

describe("two claims that counted at the same time", () => {
  it("cannot both stand: an order has each number once", async () => {
    const provider = await makeProvider();
    const body = payNowBody(provider);
    await declines(api("server", provider.key), body, 2);
    const ofOrder = and(
      eq(chargeAttempt.providerId, provider.id),
      eq(chargeAttempt.providerOrderId, body.provider.provider_order_id),
    );
    const rows = await database()
      .select({ number: chargeAttempt.callNumber })
      .from(chargeAttempt)
      .where(ofOrder);
    expect(rows.map(({ number }) => number).sort()).toEqual([1, 2]);
    const renumber = database().update(chargeAttempt).set({ callNumber: 1 }).where(ofOrder);
    await expect(renumber).rejects.toMatchObject({
      cause: { constraint_name: "charge_attempt_one_per_number" },
    });
  });
});

describe("a student at the portal", () => {
  it("reads that the attempts are used up", async () => {
    const student = await atCard();
    for (let i = 0; i < 5; i++) expect((await student.pay(cardToken(DECLINED))).status).toBe("declined");
    expect(await student.pay(cardToken())).toEqual({
      status: "refused",
      field: null,
      message: expect.stringMatching(TOLD),
    });
    expect(await student.step()).toBe("card");
    expect(await student.charges()).toEqual(Array(5).fill("declined 150000"));
    await age(student.college, student.reference, 61);
    expect(await student.pay(cardToken())).toEqual({ status: "moved", step: "done" });
  });
});
