import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { checkout, event, idempotencyKey } from "../../drizzle/schema";
import { ok } from "../support/answer";
import { expectProblem, newCaller } from "../support/api";
import { type Body, cardToken, merge, orderId, payNowBody, planBody } from "../support/bodies";
import {
  chargedFor,
  checkoutIdOf,
  checkoutsFor,
  eventsOf,
  expectFresh,
  expectReplay,
} from "../support/charges";
import { longAgo } from "../support/moments";
import { database, lapse } from "../support/provider";
import { DOORS } from "../support/stack";

const withCard = (body: Body, card: string): Body =>
  merge(body, { card_payment: { token: cardToken(card) } });

describe.each(DOORS)("a create with an Idempotency-Key, again through the %s entry point", (door) => {
  const ready = () => newCaller(door);

  it("gives the paid answer byte for byte and charges nothing more", async () => {
    const { provider, client } = await ready();
    const body = payNowBody(provider);
    const first = await client.createOnce("again", body);
    expectFresh(first, 201);
    for (let times = 0; times < 3; times++) expectReplay(await client.createOnce("again", body), first);
    expect(await chargedFor(client, body)).toEqual([1500]);
    expect(await eventsOf(checkoutIdOf(first))).toEqual(["checkout.created", "card_payment.succeeded"]);
  });

  it("gives the plan's answer byte for byte, whatever became of the plan since", async () => {
    const { provider, client } = await ready();
    const [cancelled, expired, tidied, going] = await Promise.all(
      ["cancelled", "expired", "tidied", "going"].map(async (key) => {
        const body = planBody(provider);
        return { key, body, first: await client.createOnce(key, body) };
      }),
    );
    ok(await client.cancel(checkoutIdOf(cancelled!.first)));
    await lapse(checkoutIdOf(expired!.first));
    await lapse(checkoutIdOf(tidied!.first));
    ok(await client.authorise(checkoutIdOf(going!.first)));
    for (const { key, body, first } of [cancelled!, expired!, tidied!, going!]) {
      expectFresh(first, 201);
      expectReplay(await client.createOnce(key, body), first);
      expect(await checkoutsFor(client, body)).toHaveLength(1);
    }
  });

  it("names members that were ignored in the answer, and says the same again", async () => {
    const { provider, client } = await ready();
    const body = merge(payNowBody(provider), { student: { nickname: "Amy" } });
    const first = await client.createOnce("warned", body);
    expect(first.body.warnings).toMatchObject([{ pointer: "/student/nickname" }]);
    expectReplay(await client.createOnce("warned", body), first);
  });

  it("refuses another body under the key of a checkout that lives, and names it", async () => {
    const { provider, client } = await ready();
    for (const body of [payNowBody(provider), planBody(provider)]) {
      const key = body.provider.provider_order_id;
      const first = await client.createOnce(key, body);
      for (const changes of [
        { student: { first_name: "Another" } },
        { provider: { provider_order_id: orderId() } },
      ]) {
        const refused = await client.createOnce(key, merge(body, changes));
        expectProblem(refused, 422, "idempotency_key_reused");
        expect(refused.body.checkout_id).toBe(checkoutIdOf(first));
      }
      expectReplay(await client.createOnce(key, body), first);
    }
  });

  it("knows a key quoted and bare as one", async () => {
    const { provider, client } = await ready();
    const body = planBody(provider);
    const key = orderId();
    const first = await client.createOnce(`"${key}"`, body);
    expectFresh(first, 201);
    expectReplay(await client.createOnce(key, body), first);
    expectReplay(await client.createOnce(`"${key}"`, body), first);
  });

  it("keeps the keys and orders of two providers apart", async () => {
    const one = await ready();
    const two = await ready();
    const body = payNowBody(one.provider);
    const theirs = merge(payNowBody(two.provider), {
      provider: { provider_order_id: body.provider.provider_order_id },
    });
    const first = await one.client.createOnce("common", body);
    const second = await two.client.createOnce("common", theirs);
    expectFresh(first, 201);
    expectFresh(second, 201);
    expect(checkoutIdOf(first)).not.toBe(checkoutIdOf(second));
    expect(await chargedFor(one.client, body)).toEqual([1500]);
    expect(await chargedFor(two.client, theirs)).toEqual([1500]);
  });

  it("forgets a key after 31 days", async () => {
    const { provider, client } = await ready();
    const body = planBody(provider);
    const first = await client.createOnce("old", body);
    const mine = and(eq(idempotencyKey.providerId, provider.id), eq(idempotencyKey.key, "old"));
    const [row] = await database().select().from(idempotencyKey).where(mine);
    expect(row!.expiresAt.getTime() - row!.createdAt.getTime()).toBe(31 * 86_400_000);
    await database().update(idempotencyKey).set({ expiresAt: longAgo() }).where(mine);
    const again = await client.createOnce("old", body);
    expectProblem(again, 409, "duplicate_order");
    expect(again.body.checkout_id).toBe(checkoutIdOf(first));
  });
});

describe("what is stored", () => {
  it("holds neither the card token, nor the checkout token, nor the answer in clear", async () => {
    const { provider, client } = await newCaller();
    const body = payNowBody(provider);
    const paid = await client.createOnce("secret", body);
    const declinedBody = withCard(payNowBody(provider), "declined_lost_card");
    await client.createOnce("secret too", declinedBody);
    const lostBody = withCard(payNowBody(provider), "answer_lost");
    const pending = await client.createOnce("secret still", lostBody);
    expect(pending.status).toBe(202);

    const secrets = [
      body.card_payment.token,
      declinedBody.card_payment.token,
      lostBody.card_payment.token,
      paid.body.checkout.checkout_token,
      pending.body.checkout.checkout_token,
      paid.body.card_payment.receipt_number,
      "checkout_token",
      "card_declined",
    ];
    const rows = await database()
      .select()
      .from(idempotencyKey)
      .where(eq(idempotencyKey.providerId, provider.id));
    expect(rows).toHaveLength(3);
    const stored = rows.map((row) =>
      Object.values(row)
        .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value)))
        .join("\n"),
    );
    for (const secret of secrets) for (const text of stored) expect(text).not.toContain(secret);

    const [row] = await database()
      .select()
      .from(checkout)
      .where(eq(checkout.id, checkoutIdOf(paid)));
    expect(row!.tokenSha256).toHaveLength(32);
    expect(JSON.stringify(row)).not.toContain(paid.body.checkout.checkout_token);
    expect(JSON.stringify(row)).not.toContain(body.card_payment.token);
    const events = await database().select().from(event).where(eq(event.providerId, provider.id));
    expect(events.length).toBeGreaterThanOrEqual(5);
    for (const secret of secrets.slice(0, 5)) expect(JSON.stringify(events)).not.toContain(secret);
  });
});
