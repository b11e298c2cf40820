import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { chargeAttempt, email, enrolment, idempotencyKey } from "../../drizzle/schema";
import { listAlerts, resolveAlert } from "../../lib/db/alerts";
import { type Id, newId } from "../../lib/domain/ids";
import { tick } from "../../lib/jobs/tick";
import { jobsPlace, type Place } from "../jobs/place";
import { ok } from "../support/answer";
import { expectProblem } from "../support/api";
import { type Body, cardToken, orderId, payNowBody, planBody } from "../support/bodies";
import { attemptOf, chargedFor, checkoutIdOf, expectReplay, makeDue } from "../support/charges";
import { DAMAGES, type Damage, damage, GONE } from "../support/damage";
import { makeCourse } from "../support/provider";

/** A charge whose answer was lost, so that recovery has to find the outcome. */
async function lost({ client, provider, db }: Place, changes: Body = {}) {
  const body = payNowBody(provider, { card_payment: { token: cardToken("answer_lost") }, ...changes });
  const key = orderId();
  const first = await client.createOnce(key, body);
  expect(first.status, first.text).toBe(202);
  const attempt = (await attemptOf(provider, body, db))!;
  await makeDue(attempt.id, db);
  return { body, key, first, attempt, id: attempt.checkoutId };
}

const tokensOf = (place: Place, how: Damage) =>
  damage(place.db, how, "idempotency_key", "sealed_token", "key_version");
const answersOf = (place: Place, how: Damage) =>
  damage(place.db, how, "idempotency_key", "sealed_answer", "key_version");
const alertsOf = async ({ db }: Place) =>
  (await listAlerts(db, { all: false })).map(({ kind, reference, details }) => ({
    kind,
    reference,
    what: details.what,
  }));

describe.each(DAMAGES)("a promised token that does not open (%s)", (how) => {
  it("keeps no charge from being recorded, and the key answers with the checkout", async (context) => {
    const place = await jobsPlace(context);
    const { client, deps } = place;
    const { body, key, id } = await lost(place);
    const mend = await tokensOf(place, how);

    const pending = await client.createOnce(key, body);
    expectProblem(pending, 409, "duplicate_order");
    expect(pending.body).toMatchObject({ checkout_id: id, checkout_status: "Payment Pending" });
    expect(pending.headers.get("retry-after")).toBe("5");

    expect(await tick(deps)).toMatchObject({ recovered: 1 });
    expect((await client.status(id)).body.checkout_status).toBe("Payment Processing");
    for (let times = 0; times < 2; times++) {
      const again = await client.createOnce(key, body);
      expectProblem(again, 409, "duplicate_order");
      expect(again.body).toMatchObject({
        checkout_id: id,
        checkout_status: "Payment Processing",
        next_action: { type: "none" },
      });
    }
    expectProblem(
      await client.createOnce(key, { ...body, student: { ...body.student, first_name: "B" } }),
      422,
      "idempotency_key_reused",
    );
    expect(await chargedFor(client, body)).toEqual([1500]);
    expect(await alertsOf(place)).toEqual([
      how === "altered"
        ? { kind: "sealed_value_unreadable", reference: id, what: "promised tokens" }
        : { kind: "sealed_value_unreadable", reference: `key_version_${GONE}`, what: "promised tokens" },
    ]);

    await mend();
    const opened = await client.createOnce(key, body);
    expect([opened.status, opened.body.checkout_status]).toEqual([201, "Payment Processing"]);
    expect(opened.body.checkout.checkout_token).toMatch(/^cht_/);
  });
});

it("a decline is stored for the caller's retry even where the promised token does not open", async (context) => {
  const place = await jobsPlace(context);
  const { client, deps } = place;
  const { body, key, attempt } = await lost(place);
  await tokensOf(place, "altered");
  deps.gateway = {
    ...deps.gateway,
    findCharge: async (key) => ({
      key,
      amountCents: 150_000,
      status: "declined",
      declineCode: "insufficient_funds",
    }),
    chargesOfOrder: async () => [],
  };
  expect(await tick(deps)).toMatchObject({ recovered: 1 });
  const again = await client.createOnce(key, body);
  expectProblem(again, 402, "card_declined");
  expect(again.body.checkout_id).toBe(attempt.checkoutId);
});

it("an alert that an operator resolved opens again with the next value that does not open", async (context) => {
  const place = await jobsPlace(context);
  const { client, provider, db } = place;
  const [key, body] = [orderId(), payNowBody(provider)];
  await client.createOnce(key, body);
  await answersOf(place, "key_missing");
  for (let times = 0; times < 2; times++) {
    expectProblem(await client.createOnce(key, body), 409, "duplicate_order");
    const [alert] = await listAlerts(db, { all: false });
    expect(alert).toMatchObject({ reference: `key_version_${GONE}` });
    await resolveAlert(db, alert!.id, "operator", new Date());
    expect(await alertsOf(place)).toEqual([]);
  }
});

describe.each(DAMAGES)("a stored answer that does not open (%s)", (how) => {
  it("is a 409 with the checkout; a decline is told again", async (context) => {
    const place = await jobsPlace(context);
    const { client, provider } = place;
    const sent: Record<string, { key: string; body: Body; id: string; text: string }> = {};
    const send = async (name: string, body: Body) => {
      const key = orderId();
      const first = await client.createOnce(key, body);
      sent[name] = { key, body, id: checkoutIdOf(first), text: first.text };
      return first;
    };
    await send("paid", payNowBody(provider));
    const declined = await send(
      "declined",
      payNowBody(provider, { card_payment: { token: cardToken("declined_insufficient_funds") } }),
    );
    await send("plan", planBody(provider));
    await send("cancelled", planBody(provider));
    ok(await client.cancel(sent.cancelled!.id));
    const mend = await answersOf(place, how);

    const again = (name: string) => client.createOnce(sent[name]!.key, sent[name]!.body);
    const paid = await again("paid");
    expectProblem(paid, 409, "duplicate_order");
    expect(paid.body).toMatchObject({ checkout_id: sent.paid!.id, next_action: { type: "none" } });
    expect(await chargedFor(client, sent.paid!.body)).toEqual([1500]);
    const plan = await again("plan");
    expectProblem(plan, 409, "duplicate_order");
    expect(plan.body).toMatchObject({
      checkout_id: sent.plan!.id,
      checkout_status: "Awaiting Direct Debit",
      next_action: { type: "authorise_direct_debit", url: expect.stringContaining("dds_") },
    });
    const cancelled = await again("cancelled");
    expectProblem(cancelled, 409, "duplicate_order");
    expect(cancelled.body).toMatchObject({ checkout_id: sent.cancelled!.id, checkout_status: "Cancelled" });
    // A decline holds no secret, so it is made again.
    expectReplay(await again("declined"), declined);
    expect(await place.db.select().from(idempotencyKey)).toHaveLength(4);

    await mend();
    expect((await again("paid")).text).toBe(sent.paid!.text);
  });
});

describe("a plan whose link is derived from a key that is gone", () => {
  it("is read and listed with setup_url null", async (context) => {
    const place = await jobsPlace(context);
    const { client, provider, db } = place;
    const [gone, good] = [planBody(provider), planBody(provider)];
    const made = await client.create(gone);
    await client.create(good);
    await db.execute(
      sql`update dda set session_key_version = ${GONE} where checkout_id in (select id from checkout where provider_order_id = ${gone.provider.provider_order_id})`,
    );
    const read = await client.status(checkoutIdOf(made));
    expect(read.status, read.text).toBe(200);
    expect(read.body.direct_debit.setup_url).toBeNull();
    expect(read.body.next_action).toEqual({ type: "authorise_direct_debit", url: null });
    const listed = await client.get("/v1/provider-checkouts");
    expect(listed.status, listed.text).toBe(200);
    expect(listed.body.data).toHaveLength(2);
    const duplicate = await client.create(gone);
    expectProblem(duplicate, 409, "duplicate_order");
    expect(duplicate.body.next_action).toEqual({ type: "authorise_direct_debit", url: null });
    // It can be cancelled and begun again, which mends it.
    expect((await client.cancel(checkoutIdOf(made))).status).toBe(200);
    const anew = await client.create(gone);
    expect(anew.body.direct_debit.setup_url).toContain("dds_");
  });
});

it("a mail whose link cannot be derived is a failed attempt, tried again later, and keeps no other waiting", async (context) => {
  const place = await jobsPlace(context);
  const { client, provider, db } = place;
  const deps = { ...place.deps, mail: { from: "enrolments@example.com", transport: null } };
  const [bad, good] = [payNowBody(provider), payNowBody(provider)];
  const { id: courseId } = await makeCourse(provider, {}, db);
  const now = new Date();
  const { provider_order_id } = bad.provider;
  const row = { providerId: provider.id, id: newId("enr"), courseId, providerOrderId: provider_order_id };
  const { first_name: firstName, last_name: lastName, email: address } = bad.student;
  const student = { firstName, lastName, email: address };
  await db
    .insert(enrolment)
    .values({ ...row, ...student, linkKeyVersion: GONE, createdAt: now, updatedAt: now });
  await client.create(bad);
  await client.create(good);
  await tick(deps);
  const mails = await db.select().from(email).orderBy(email.status);
  expect(mails).toMatchObject([
    { status: "kept", kind: "receipt" },
    { status: "pending", kind: "receipt", attempts: 1, lastError: "key_missing", leaseUntil: null },
  ]);
  expect(mails[1]!.dueAt!.getTime() - now.getTime()).toBeGreaterThan(50_000);
  await db.update(enrolment).set({ linkKeyVersion: 1 });
  await tick(deps, new Date(now.getTime() + 10 * 60_000));
  expect(await db.$count(email, eq(email.status, "kept"))).toBe(2);
});

it("25 charges that cannot be recorded keep no other waiting, and are tried less and less often", async (context) => {
  const place = await jobsPlace(context);
  const { db, deps } = place;
  for (let number = 0; number < 26; number++) {
    const provider_order_id = number === 25 ? "GOOD" : `POISON-${number}`;
    const { attempt } = await lost(place, { provider: { provider_order_id } });
    // The good one is the last that is due.
    await db
      .update(chargeAttempt)
      .set({ dueAt: new Date(number) })
      .where(eq(chargeAttempt.id, attempt.id as Id<"cat">));
  }
  await db.execute(
    sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'poison'; end $$`,
  );
  await db.execute(
    sql`create trigger poison before update on checkout for each row
      when (old.provider_order_id like 'POISON-%') execute function refuse()`,
  );
  for (const [recoveries, seconds] of [
    [0, 2],
    [4, 32],
    [8, 300],
    [50, 300],
  ] as const) {
    await db
      .update(chargeAttempt)
      .set({ recoveries, ...(recoveries > 0 && { dueAt: new Date(0) }) })
      .where(eq(chargeAttempt.status, "unknown"));
    const before = Date.now();
    expect(await tick(deps, new Date(before))).toMatchObject({ recovered: recoveries === 0 ? 1 : 0 });
    const took = Date.now() - before;
    const open = await db.select().from(chargeAttempt).where(eq(chargeAttempt.status, "unknown"));
    expect(open).toHaveLength(25);
    for (const { dueAt, leaseUntil } of open) {
      expect(leaseUntil).toBeNull();
      const wait = dueAt!.getTime() - before;
      expect(wait).toBeGreaterThanOrEqual(seconds * 1000);
      expect(wait).toBeLessThanOrEqual(seconds * 1000 + took);
    }
  }
});
