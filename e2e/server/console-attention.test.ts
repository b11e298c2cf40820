import { eq, type SQL, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { chargeAttempt, dda, email, event, paymentPlan, refund, webhookEndpoint } from "../../drizzle/schema";
import { HOLD_REASONS } from "../../drizzle/vocabulary";
import { raiseAlert } from "../../lib/db/alerts";
import type { Db } from "../../lib/db/client";
import { type Id, newId } from "../../lib/domain/ids";
import { needsAttention } from "../../lib/staff/attention";
import { ok } from "../support/answer";
import { newCaller } from "../support/api";
import { type Collecting, collecting, signedPlan } from "../support/collection";
import { heading, words } from "../support/html-form";
import { database, lapse, makeProvider, type TestProvider } from "../support/provider";
import { askRefund } from "../support/refunds";
import { authorisedPlan, payNow } from "../support/scenes";
import { callerAt, member, staffBrowser } from "../support/staff";
import { makeEndpoint } from "../support/webhooks";

const ago = (interval: string): SQL => sql`now() - ${interval}::interval`;
const asCheckout = (id: string) => id as Id<"chk">;

/** Emails to a student that were rejected, each a minute after the one before. */
async function rejectEmails(
  { id: providerId }: TestProvider,
  checkoutId: string,
  many: number,
  db: Db,
  from = "10 days",
) {
  const made = Array.from({ length: many }, (_, at) => ({
    providerId,
    id: newId("eml"),
    kind: "refunded" as const,
    checkoutId: asCheckout(checkoutId),
    about: `${from} ${at}`,
    address: `a${at}@example.com`,
    status: "failed" as const,
    lastError: "smtp_550",
    createdAt: ago(from),
    finishedAt: sql`${ago(from)} + ${at} * interval '1 minute'`,
  }));
  await db.insert(email).values(made);
}

/** One of each kind, by what its rows are named. */
async function oneOfEach(place: Collecting) {
  const { client, provider } = place;
  const { db } = place.here.deps;
  const checkouts: Record<string, string> = {};
  for (const reason of HOLD_REASONS) {
    const { id } = await signedPlan(place);
    checkouts[reason] = id;
    await db
      .update(paymentPlan)
      .set({ status: "On Hold", holdReason: reason })
      .where(eq(paymentPlan.checkoutId, asCheckout(id)));
  }
  checkouts.unconfirmed = (await authorisedPlan(client, provider)).id;
  const paid = await payNow(client, provider);
  ok(await askRefund(client, paid.id, 2.91), 201);
  await db
    .update(refund)
    .set({ status: "Failed", failureReason: "declined", dueAt: null })
    .where(eq(refund.checkoutId, asCheckout(paid.id)));
  checkouts.refund_failed = paid.id;
  checkouts.charge_unknown = (await payNow(client, provider, "answer_lost")).id;
  await rejectEmails(provider, paid.id, 1, db);
  checkouts.email_failed = paid.id;
  const { endpoint_id } = await makeEndpoint(client);
  const attempt = eq(chargeAttempt.checkoutId, asCheckout(checkouts.charge_unknown));
  const authority = eq(dda.checkoutId, asCheckout(checkouts.unconfirmed));
  const age = async (time: string) => {
    await db
      .update(chargeAttempt)
      .set({ createdAt: ago(time) })
      .where(attempt);
    await db
      .update(dda)
      .set({ authorisedAt: ago(time) })
      .where(authority);
  };
  const fail = (since: SQL | null) =>
    db.update(webhookEndpoint).set({ failingSince: since }).where(eq(webhookEndpoint.id, endpoint_id));
  return { checkouts, age, fail, paid };
}

describe("what needs attention", () => {
  it("is each kind from its time on, for its provider only, and leads to the checkout", async (context) => {
    const place = await collecting(context);
    const { provider } = place;
    const { db } = place.here.deps;
    const { checkouts, age, fail, paid } = await oneOfEach(place);
    const parts = () => needsAttention({ db }, callerAt(provider));
    const kinds = async () => (await parts()).map(({ kind }) => kind).sort();
    const early = [...HOLD_REASONS, "email_failed", "refund_failed"];
    expect(await kinds()).toEqual(early.sort());

    await age("25 hours");
    await fail(ago("1 hour"));
    const details = { provider_id: provider.id, provider_order_id: paid.orderId };
    await raiseAlert(db, { kind: "orphan_charge", reference: newId("cat"), details }, new Date());
    const payout = { provider_id: provider.id, gateway_reference: "po_1" };
    await raiseAlert(
      db,
      { kind: "settlement_problem", reference: newId("stl"), details: payout },
      new Date(),
    );
    const all = await parts();
    const found = Object.fromEntries(all.map(({ kind, rows }) => [kind, rows[0]!]));
    expect(all.every(({ total, rows }) => total === 1 && rows.length === 1)).toBe(true);
    for (const [kind, id] of Object.entries(checkouts))
      expect([kind, found[kind]]).toMatchObject([kind, { name: "Amelia Nguyen", path: `/checkouts/${id}` }]);
    expect(found.alert).toMatchObject({
      name: "The processor has a charge that the records do not have",
      path: `?q=${paid.orderId}`,
    });
    expect(found.payout).toMatchObject({ name: "po_1", path: null });
    expect(found.webhook).toMatchObject({
      name: "https://receiver.invalid/hooks",
      path: "/set-up/endpoints",
    });
    expect(all.find(({ kind }) => kind === "unconfirmed")?.oldest).toBe("1 day");

    const other = await makeProvider({}, db);
    expect(await needsAttention({ db }, callerAt(other))).toEqual([]);
  });

  it("is no longer what was settled, ended, or is long ago", async (context) => {
    const place = await collecting(context);
    const { client, provider } = place;
    const { db } = place.here.deps;
    const { checkouts, age, paid } = await oneOfEach(place);
    await age("25 hours");
    await lapse(checkouts.unconfirmed!, db);
    ok(await askRefund(client, paid.id, 1), 201);
    await db
      .update(email)
      .set({ finishedAt: ago("31 days") })
      .where(eq(email.providerId, provider.id));
    await db.update(paymentPlan).set({ status: "Active", holdReason: null });
    const left = await needsAttention({ db }, callerAt(provider));
    expect(left.map(({ kind }) => kind)).toEqual(["charge_unknown"]);
  });

  it("names a charge once, whose alert says more", async (context) => {
    const place = await collecting(context);
    const { client, provider } = place;
    const { db } = place.here.deps;
    const { id } = await payNow(client, provider, "answer_lost");
    const [attempt] = await db
      .update(chargeAttempt)
      .set({ createdAt: ago("25 hours") })
      .where(eq(chargeAttempt.checkoutId, asCheckout(id)))
      .returning();
    const kinds = async () => (await needsAttention({ db }, callerAt(provider))).map(({ kind }) => kind);
    expect(await kinds()).toEqual(["charge_unknown"]);
    const details = { provider_id: provider.id, checkout_id: id };
    await raiseAlert(db, { kind: "outcome_unknown", reference: attempt!.id, details }, new Date());
    expect(await kinds()).toEqual(["alert"]);
  });

  it("says since when a plan is on hold, whatever has changed since", async (context) => {
    const place = await collecting(context);
    const { db } = place.here.deps;
    const { id } = await signedPlan(place);
    const checkoutId = asCheckout(id);
    await db.update(paymentPlan).set({ status: "On Hold", holdReason: "person" });
    const [signed] = await db.select().from(event).where(eq(event.checkoutId, checkoutId)).limit(1);
    const held = { type: "payment_plan.on_hold", id: newId("evt"), sequence: 90 } as const;
    await db.insert(event).values({ ...signed!, ...held, occurredAt: new Date(Date.now() - 3 * 86_400_000) });
    const [part] = await needsAttention({ db }, callerAt(place.provider));
    expect(part?.oldest).toBe("3 days");
  });
});

describe("the page of what needs attention", () => {
  it("is where a provider's console begins, and says when there is nothing", async () => {
    const provider = await makeProvider();
    const browser = staffBrowser();
    const page = await browser.signIn(await member({ providerId: provider.id, role: "viewer" }));
    expect([page.url, heading(page)]).toEqual([
      expect.stringMatching(new RegExp(`/console/${provider.code}/attention$`)),
      "Needs attention",
    ]);
    expect(words(page)).toContain("Nothing needs attention");
    const other = await makeProvider();
    expect((await browser.open(`/console/${other.code}/attention`)).status).toBe(404);
  });

  it("shows the oldest of many, and how many more there are", async () => {
    const { client, provider } = await newCaller();
    const { id } = await payNow(client, provider);
    await rejectEmails(provider, id, 23, database());
    const browser = staffBrowser();
    const page = await browser.signIn(await member({ providerId: provider.id, role: "viewer" }));
    const said = words(page);
    for (const text of ["Emails that could not be delivered (23)", "The oldest: 10 days.", "And 3 more."])
      expect(said).toContain(text);
    expect(said).toContain("a19@example.com");
    expect(said).not.toContain("a20@example.com");
    expect(page.text).toContain(`href="/console/${provider.code}/checkouts/${id}"`);
  });
});
