import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { event, webhookDelivery } from "../../drizzle/schema";
import { listAlerts } from "../../lib/db/alerts";
import { idToUuid } from "../../lib/domain/ids";
import { dispatchEvents } from "../../lib/events/dispatch";
import { sealWebhookSecret } from "../../lib/events/secret";
import { newWebhookSecret } from "../../packages/net/signature";
import { DAMAGES, damage, GONE } from "../support/damage";
import { isVerified } from "./receiver";
import { makeScene, type Scene } from "./scene";

const later = (from: Date, ms: number) => new Date(from.getTime() + ms);
const HOUR = 3_600_000;

const alertsOf = async ({ db }: Scene) =>
  (await listAlerts(db, { all: false })).map(({ kind, reference }) => [kind, reference]);

describe.each(DAMAGES)("an endpoint whose secret does not open (%s)", (how) => {
  it("has failed attempts by the schedule, which do not disable it, and keeps no other waiting", async () => {
    const scene = await makeScene();
    const spoilt = await scene.listen();
    const good = await scene.listen();
    const mend = await damage(
      scene.db,
      how,
      "webhook_endpoint",
      "secret_sealed",
      "secret_key_version",
      sql`id = ${idToUuid(spoilt.endpoint)}`,
    );
    let now = new Date();
    await scene.happen(1, now);
    expect(await scene.deliver(now)).toBe(1);
    expect(good.receiver.received).toHaveLength(1);
    for (let number = 2; number <= 10; number++) {
      const [delivery] = await scene.deliveries(spoilt.endpoint);
      expect(delivery).toMatchObject({ status: "pending", attempts: number - 1 });
      expect(delivery!.dueAt!.getTime()).toBeGreaterThan(now.getTime());
      now = delivery!.dueAt!;
      await scene.deliver(now);
    }
    expect(spoilt.receiver.received).toEqual([]);
    expect(await scene.deliveries(spoilt.endpoint)).toMatchObject([{ status: "failed", attempts: 10 }]);
    const faults = (await scene.attempts()).filter(({ fault }) => fault !== null);
    expect(faults).toHaveLength(10);
    expect(faults[0]).toMatchObject({
      requestHeaders: {},
      responseStatus: null,
      durationMs: 0,
      fault: "secret_unreadable",
    });
    expect(await alertsOf(scene)).toEqual([
      ["sealed_value_unreadable", how === "altered" ? spoilt.endpoint : `key_version_${GONE}`],
    ]);
    // The fault is ours, not the endpoint's.
    await scene.happen(1, later(now, 200 * HOUR));
    await scene.deliver(later(now, 200 * HOUR));
    expect(await scene.endpoint(spoilt.endpoint)).toMatchObject({ failingSince: null, disabledAt: null });
    await mend();
    expect(await scene.deliver(later(now, 201 * HOUR))).toBe(1);
    expect(spoilt.receiver.received).toHaveLength(1);
  });

  it("is signed for by the previous secret, while that one is in force and opens", async () => {
    const scene = await makeScene();
    const { receiver, endpoint, secret } = await scene.listen();
    const { bytes, keyVersion } = sealWebhookSecret(scene.deps.vault, endpoint, newWebhookSecret());
    const until = later(new Date(), HOUR);
    await scene.db.execute(sql`update webhook_endpoint set previous_secret_sealed = secret_sealed,
      previous_secret_key_version = secret_key_version, previous_secret_until = ${until.toISOString()}::timestamptz,
      secret_sealed = ${bytes}::bytea, secret_key_version = ${keyVersion}`);
    await damage(scene.db, how, "webhook_endpoint", "secret_sealed", "secret_key_version");
    await scene.happen(1);
    expect(await scene.deliver(new Date())).toBe(1);
    expect(receiver.received.map((one) => isVerified(secret, one))).toEqual([true]);
    expect(await alertsOf(scene)).toHaveLength(1);
  });
});

it("an event whose body cannot be made is a failed attempt in the log, and due again by the schedule", async () => {
  const scene = await makeScene();
  const { receiver } = await scene.listen();
  const now = new Date();
  const [bad] = await scene.happen(2, now);
  await dispatchEvents(scene.deps, () => now);
  await scene.db.update(event).set({ occurredAt: sql`'infinity'` }).where(eq(event.id, bad!));
  expect(await scene.deliver(later(now, 1_000))).toBe(1);
  expect(receiver.received).toHaveLength(1);
  const [delivery] = await scene.db.select().from(webhookDelivery).where(eq(webhookDelivery.eventId, bad!));
  expect(delivery).toMatchObject({ status: "pending", attempts: 1, leaseUntil: null });
  expect((await scene.attempts()).filter(({ deliveryId }) => deliveryId === delivery!.id)).toMatchObject([
    { number: 1, fault: "not_made", responseStatus: null },
  ]);
});

describe("events that cannot be handed over", () => {
  it("keep no other waiting, and are tried less and less often", async () => {
    const scene = await makeScene();
    const { receiver } = await scene.listen();
    const now = new Date();
    const ids = await scene.happen(40, now);
    const poison = [ids[0]!, ids[17]!, ids[39]!];
    await scene.db.execute(
      sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'poison'; end $$`,
    );
    await scene.db.execute(
      sql.raw(`create trigger poison before insert on webhook_delivery for each row
        when (new.event_id in (${poison.map((id) => `'${idToUuid(id)}'`).join(", ")})) execute function refuse()`),
    );
    const lines: unknown[] = [];
    const deps = {
      ...scene.deps,
      log: { ...scene.deps.log, error: (line: object) => void lines.push(line) },
    };
    const dispatch = (ms: number) => dispatchEvents(deps, () => later(now, ms));
    expect(await dispatch(0)).toBe(37);
    expect(await dispatch(1_000)).toBe(0);
    expect(lines).toHaveLength(1);
    expect(await scene.deliver(later(now, 1_000))).toBe(37);
    expect(receiver.received).toHaveLength(37);

    const waits: number[] = [];
    for (let at = 1_000; waits.length < 12; ) {
      const rows = await scene.db.select().from(event).where(sql`dispatched_at is null`);
      expect(rows).toHaveLength(3);
      const due = Math.max(...rows.map(({ dispatchAfter }) => dispatchAfter!.getTime())) - now.getTime();
      waits.push(Math.round((due - (waits.length === 0 ? 0 : at)) / 1000));
      at = due;
      await dispatch(at);
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);

    await scene.db.execute(sql`drop trigger poison on webhook_delivery`);
    expect(await dispatch(24 * HOUR)).toBe(3);
    expect(await dispatch(24 * HOUR)).toBe(0);
  });
});
