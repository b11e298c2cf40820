import { eq, sql } from "drizzle-orm";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { checkout, dda, event } from "../../drizzle/schema";
import { transition } from "../../lib/checkout/change";
import { createVault } from "../../lib/crypto/vault";
import { findCheckout } from "../../lib/db/checkouts";
import { applyChange } from "../../lib/db/writes";
import { type Id, newId } from "../../lib/domain/ids";
import { tick } from "../../lib/jobs/tick";
import { checkoutIdOf, ok } from "../support/answer";
import { Api, newCaller } from "../support/api";
import { cardToken, confirmBody, merge, orderId, payNowBody, planBody } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { settingsOver } from "../support/fresh";
import { serveHere } from "../support/here";
import { database, lapse, makeProvider } from "../support/provider";
import { startedPlan } from "../support/scenes";

const DEPS = {
  vault: createVault(inject("stack").appKeys),
  environment: "sandbox",
  baseUrl: "http://localhost",
} as const;
const BY = { actor: { kind: "student" }, requestId: null, ipAddress: null, userAgent: null } as const;

describe("writes that meet", () => {
  it("confirm, cancel, expiry, a charge's outcome, and creates that take over its key and order never wait in a circle", async () => {
    const databaseUrl = await makeDatabase(inject("cluster"));
    const here = await serveHere(settingsOver(databaseUrl));
    onTestFinished(() => here.stop());
    const db = database(databaseUrl);
    const provider = await makeProvider({}, db);
    const client = new Api(here.url, provider.key);
    // One person in all of them: their contact is one row.
    const student = { student: { email: `${orderId()}@example.com` } };
    const plan = () => planBody(provider, student);
    const payNow = (card: string) =>
      payNowBody(provider, { ...student, card_payment: { token: cardToken(card) } });

    for (let round = 0; round < 6; round++) {
      const signed = await client.create(plan());
      const id = checkoutIdOf(signed);
      ok(await client.authorise(id));
      const begun = checkoutIdOf(await client.create(plan()));
      const declined = payNow("declined_insufficient_funds");
      const sameOrder = merge(plan(), { provider: declined.provider });
      const key = orderId();
      const answers = await Promise.all([
        client.confirm(id, confirmBody(signed.body)),
        client.cancel(id),
        client.post(`/v1/sandbox/provider-checkouts/${id}/expire`, {}),
        client.authorise(begun),
        client.cancel(begun),
        client.createOnce(key, declined),
        client.createOnce(key, plan()),
        client.createOnce(orderId(), sameOrder),
        client.createOnce(key, payNow("visa")),
        client.create(payNow("visa")),
        tick(here.deps),
      ]);
      for (const answer of answers)
        if ("status" in answer) expect(answer.status, answer.text).toBeLessThan(500);
      const [row] = await db.select().from(checkout).where(eq(checkout.id, id));
      const told = await db.select().from(event).where(eq(event.checkoutId, id));
      const events = row!.checkoutStatus === "Confirmed" ? 4 : 3;
      expect([row!.lastSequence, told.length], "one of three ended it").toEqual([events, events]);
    }
    const [seen] = await db.execute<{ deadlocks: number }>(sql`
      select deadlocks::int from pg_stat_database where datname = current_database()`);
    expect(seen!.deadlocks).toBe(0);
  });

  it("a change whose row moved while it waited for the lock too long is read again, not refused", async () => {
    const { provider, client } = await newCaller();
    const { id } = await startedPlan(client, provider);
    const db = database();
    /** As PostgreSQL ends a wait behind several others, each of which has the row for a while. */
    const waiting = (meanwhile: () => Promise<unknown>): typeof db =>
      Object.assign(Object.create(db), {
        async transaction() {
          await meanwhile();
          throw Object.assign(new Error("canceling statement due to lock timeout"), { code: "55P03" });
        },
      });
    const cancelled = async (meanwhile: () => Promise<unknown>) => {
      const record = (await findCheckout(db, provider.id, id as Id<"chk">))!;
      const { change } = transition(DEPS, record, "cancel", BY, new Date());
      return applyChange(waiting(meanwhile), record, change);
    };
    await expect(cancelled(async () => {})).rejects.toMatchObject({ code: "55P03" });
    expect(await cancelled(() => client.authorise(id))).toBe(false);
  });

  it("a plan that a promoted standby has as it was before its authority is not confirmed", async () => {
    const { provider, client } = await newCaller();
    const created = await client.create(planBody(provider));
    const id = created.body.checkout.checkout_id;
    expect((await client.authorise(id)).status).toBe(200);
    const authorised = await findCheckout(database(), provider.id, id);
    if (!authorised) throw new Error("The plan is gone");
    const { change } = transition(DEPS, authorised, "confirm", BY, new Date());
    const ofPlan = eq(dda.id, authorised.dda?.id ?? newId("dda"));
    const before = {
      status: "Pending",
      bankSealed: null,
      bankKeyVersion: null,
      authorityText: null,
    } as const;
    await database().update(dda).set(before).where(ofPlan);
    await database()
      .update(checkout)
      .set({ checkoutStatus: "Awaiting Direct Debit", authorisationStatus: "Pending", lastSequence: 1 })
      .where(eq(checkout.id, authorised.checkout.id));
    expect(await applyChange(database(), authorised, change)).toBe(false);
  });

  it("a checkout whose time runs out while a change is prepared is not changed", async () => {
    const { provider, client } = await newCaller();
    const created = await client.create(planBody(provider));
    const id = checkoutIdOf(created);
    const record = await findCheckout(database(), provider.id, id);
    const { change } = transition(DEPS, record!, "cancel", BY, new Date());
    await lapse(id);
    expect(await applyChange(database(), record!, change)).toBe(false);
    expect((await client.status(id)).body.checkout_status).toBe("Expired");
  });
});
