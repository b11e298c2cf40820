import { eq, sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { chargeAttempt, event } from "../../drizzle/schema";
import { gatewayCharge } from "../../drizzle/schema/sandbox-gateway";
import { listAlerts } from "../../lib/db/alerts";
import { reachedBy } from "../../lib/db/jobs";
import { reconcile } from "../../lib/jobs/reconcile";
import { tick } from "../../lib/jobs/tick";
import { payNowBody } from "../support/bodies";
import { attemptOf, chargedFor, checkoutIdOf, makeDue } from "../support/charges";
import { payNow } from "../support/scenes";
import { jobsPlace, MINUTE, orphan, type Place } from "./place";

const open = async ({ db }: Place) =>
  (await listAlerts(db, { all: false })).map(({ kind, reference }) => [kind, reference]);
const keyOf = async (place: Place, body: Parameters<typeof attemptOf>[1]) =>
  (await attemptOf(place.provider, body, place.db))!.id;

/** What the service logs as an error, from now on. */
function errorsOf({ deps }: Place): object[] {
  const lines: object[] = [];
  deps.log = { ...deps.log, error: (details) => void lines.push(details) };
  return lines;
}

describe("reconciliation with the gateway", () => {
  it("finds nothing where gateway and records agree, declines and charges alike", async (context) => {
    const place = await jobsPlace(context);
    await payNow(place.client, place.provider);
    await payNow(place.client, place.provider, "declined_insufficient_funds");
    expect(await reconcile(place.deps, new Date())).toEqual({ charges: 1, raised: 0, resolved: 0 });
    expect(await open(place)).toEqual([]);
  });

  it("a charge that nobody asked for is an orphan: one line in the log, one alert, no event", async (context) => {
    const place = await jobsPlace(context);
    const lines = errorsOf(place);
    const key = await orphan(place);
    const foreign = await orphan(place, "terminal 7/№ 1?");
    const now = new Date();
    expect((await tick(place.deps, now)).alerts).toBe(2);
    expect(new Set(await open(place))).toEqual(
      new Set([
        ["orphan_charge", key],
        ["orphan_charge", foreign],
      ]),
    );
    const [alert] = await listAlerts(place.db, { all: false });
    expect(alert).toMatchObject({
      details: { provider_id: place.provider.id, provider_order_id: "ORD-ORPHAN", charged_cents: 4_200 },
      resolvedAt: null,
    });
    expect(new Set(lines)).toEqual(
      new Set(
        [key, foreign].map((reference) => ({
          alertId: expect.stringMatching(/^alt_/),
          kind: "orphan_charge",
          reference,
        })),
      ),
    );
    const later = new Date(now.getTime() + 6 * MINUTE);
    expect((await tick(place.deps, later)).alerts).toBe(0);
    const [again] = await listAlerts(place.db, { all: false });
    expect(again).toMatchObject({ id: alert!.id, firstSeenAt: alert!.firstSeenAt });
    expect(again!.lastSeenAt.getTime()).toBeGreaterThanOrEqual(later.getTime());
    expect(lines).toHaveLength(2);
    expect(await place.db.select().from(event)).toEqual([]);
  });

  it("a charge that the records have and the gateway has not is missing, until it is there", async (context) => {
    const place = await jobsPlace(context);
    const { body } = await payNow(place.client, place.provider);
    const key = await keyOf(place, body);
    const [row] = await place.db.delete(gatewayCharge).where(eq(gatewayCharge.key, key)).returning();
    expect(await reconcile(place.deps, new Date())).toMatchObject({ raised: 1 });
    expect(await open(place)).toEqual([["missing_charge", key]]);
    await place.db.insert(gatewayCharge).values(row!);
    expect(await reconcile(place.deps, new Date())).toMatchObject({ raised: 0, resolved: 1 });
    expect(await open(place)).toEqual([]);
    const [alert] = await listAlerts(place.db, { all: true });
    expect(alert).toMatchObject({ resolvedBy: "reconciliation" });

    await place.db.delete(gatewayCharge).where(eq(gatewayCharge.key, key));
    expect(await reconcile(place.deps, new Date())).toMatchObject({ raised: 1 });
    expect(await open(place)).toEqual([["missing_charge", key]]);
  });

  it("another amount is an alert, until the amounts agree", async (context) => {
    const place = await jobsPlace(context);
    const { body } = await payNow(place.client, place.provider);
    const key = await keyOf(place, body);
    const setAmount = (amountCents: number) =>
      place.db.update(gatewayCharge).set({ amountCents }).where(eq(gatewayCharge.key, key));
    await setAmount(150_100);
    await reconcile(place.deps, new Date());
    expect(await open(place)).toEqual([["amount_differs", key]]);
    const [alert] = await listAlerts(place.db, { all: false });
    expect(alert!.details).toMatchObject({ charged_cents: 150_100, recorded_cents: 150_000 });
    await setAmount(150_000);
    await reconcile(place.deps, new Date());
    expect(await open(place)).toEqual([]);
  });

  it("a charge that the records call declined is an orphan", async (context) => {
    const place = await jobsPlace(context);
    const { body } = await payNow(place.client, place.provider, "declined_lost_card");
    const key = await keyOf(place, body);
    await place.db
      .update(gatewayCharge)
      .set({ status: "succeeded", receiptNumber: "R1" })
      .where(eq(gatewayCharge.key, key));
    await reconcile(place.deps, new Date());
    expect(await open(place)).toEqual([["orphan_charge", key]]);
  });

  it("a charge whose outcome is still looked for is none, and is one when that takes too long", async (context) => {
    const place = await jobsPlace(context);
    const { body } = await payNow(place.client, place.provider, "answer_lost");
    const key = await keyOf(place, body);
    await makeDue(key, place.db, 86_400);
    const now = new Date();
    expect((await tick(place.deps, now)).alerts).toBe(0);
    const stuck = new Date(now.getTime() + 31 * MINUTE);
    expect((await tick(place.deps, stuck)).alerts).toBe(1);
    expect(await open(place)).toEqual([["orphan_charge", key]]);
    await makeDue(key, place.db);
    expect(await tick(place.deps, new Date(stuck.getTime() + 6 * MINUTE))).toMatchObject({ recovered: 1 });
    expect(await open(place)).toEqual([]);
    expect(await chargedFor(place.client, body)).toEqual([1500]);
  });

  it("charges that come while it runs are no alerts", async (context) => {
    const place = await jobsPlace(context);
    let made = 0;
    const customers = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (; made < 16; made++) await place.client.create(payNowBody(place.provider));
      }),
    );
    for (let rounds = 0; made < 16 || rounds < 5; rounds++)
      expect((await reconcile(place.deps, new Date())).raised).toBe(0);
    await customers;
    expect((await place.db.select().from(chargeAttempt)).length).toBeGreaterThanOrEqual(16);
    expect(await listAlerts(place.db, { all: true })).toEqual([]);
  });

  it("many at once raise one alert and write one line, and of many ticks one looks", async (context) => {
    const place = await jobsPlace(context);
    const lines = errorsOf(place);
    const key = await orphan(place);
    const now = new Date();
    const raised = await Promise.all(Array.from({ length: 6 }, () => reconcile(place.deps, now)));
    expect(raised.reduce((sum, one) => sum + one.raised, 0)).toBe(1);
    expect(await open(place)).toEqual([["orphan_charge", key]]);
    expect(lines).toHaveLength(1);

    await orphan(place);
    const ticks = await Promise.all(Array.from({ length: 6 }, () => tick(place.deps, now)));
    expect(ticks.reduce((sum, one) => sum + one.alerts, 0)).toBe(1);
    await orphan(place);
    expect((await tick(place.deps, new Date(now.getTime() + 4 * MINUTE))).alerts).toBe(0);
    expect((await tick(place.deps, new Date(now.getTime() + 6 * MINUTE))).alerts).toBe(1);
  });

  it("goes through all pages of the gateway, whatever their length", async (context) => {
    const place = await jobsPlace(context);
    const keys: string[] = [];
    for (let made = 0; made < 7; made++) keys.push(await orphan(place));
    const { listCharges } = place.deps.gateway;
    place.deps.gateway.listCharges = async (since) => (await listCharges(since)).slice(0, 3);
    await place.db.execute(
      sql`update sandbox_gateway.charge c set created_at = now() - n * interval '1 minute'
          from (select key, row_number() over () n from sandbox_gateway.charge) o where o.key = c.key`,
    );
    expect((await reconcile(place.deps, new Date())).raised).toBe(7);
    expect((await open(place)).map(([, key]) => key).sort()).toEqual(keys.sort());
  });

  it("what has no alert yet is confirmed first, so that many known differences hide no new one", async (context) => {
    const place = await jobsPlace(context);
    // More than are confirmed at once.
    for (let made = 0; made < 12; made++) await orphan(place);
    expect((await reconcile(place.deps, new Date())).raised).toBe(12);
    const key = await orphan(place);
    // From here on each call takes three seconds.
    const { gateway } = place.deps;
    const { now } = performance;
    let aheadMs = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + aheadMs);
    onTestFinished(() => clock.mockRestore());
    const findCharge = async (of: string) => {
      aheadMs += 3_000;
      return gateway.findCharge(of);
    };
    place.deps.gateway = { ...gateway, findCharge };
    const later = new Date();
    expect((await reconcile(place.deps, later)).raised).toBe(1);
    expect((await open(place)).map(([, reference]) => reference)).toContain(key);
    // Nothing is left out: the next run need not begin where this one did.
    expect(await reachedBy(place.db, "reconcile")).toEqual(later);
  });

  it("a gateway that is down ends nothing else, and is asked again", async (context) => {
    const place = await jobsPlace(context);
    const lines = errorsOf(place);
    await orphan(place);
    const { listCharges } = place.deps.gateway;
    place.deps.gateway.listCharges = () => Promise.reject(new Error("down"));
    const now = new Date();
    expect(await tick(place.deps, now)).toMatchObject({ alerts: 0, remaining: 0 });
    expect(lines).toHaveLength(1);
    place.deps.gateway.listCharges = listCharges;
    expect((await tick(place.deps, new Date(now.getTime() + 6 * MINUTE))).alerts).toBe(1);
  });
});

describe("GET /api/jobs/metrics", () => {
  it("counts what waits, in Prometheus' text format", async (context) => {
    const place = await jobsPlace(context);
    await orphan(place);
    const { id } = await payNow(place.client, place.provider, "answer_lost");
    expect(checkoutIdOf(await place.client.status(id))).toBe(id);
    await reconcile(place.deps, new Date());
    const answer = await place.metrics();
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const lines = answer.text.trimEnd().split("\n");
    for (const line of lines)
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+=".+"\})? (-?\d+(\.\d+)?(e-?\d+)?|Nan))$/);
    expect(lines).toEqual(
      expect.arrayContaining([
        'provider_checkout_open_alerts{kind="orphan_charge"} 1',
        'provider_checkout_open_alerts{kind="missing_charge"} 0',
        "provider_checkout_open_charges 1",
        "provider_checkout_due_deliveries 0",
        'provider_checkout_webhook_endpoints{status="enabled"} 0',
      ]),
    );
    expect(answer.text).toMatch(/^provider_checkout_oldest_open_charges_seconds \d/m);
    expect(answer.text).toMatch(/^provider_checkout_reconciliation_age_seconds \d/m);
    expect((await place.client.get("/api/jobs/metrics")).status).toBe(401);
  });
});
