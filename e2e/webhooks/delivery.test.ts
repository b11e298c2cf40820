import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { webhookDelivery, webhookEndpoint } from "../../drizzle/schema";
import { newId } from "../../lib/domain/ids";
import { sealWebhookSecret } from "../../lib/events/secret";
import { newWebhookSecret } from "../../packages/net/signature";
import { isVerified } from "./receiver";
import { makeScene, type Scene } from "./scene";

const later = (from: Date, ms: number) => new Date(from.getTime() + ms);
const HOUR = 3_600_000;

const statuses = async (scene: Scene) => (await scene.deliveries()).map(({ status }) => status);

describe("a delivery", () => {
  it("reaches each enabled endpoint whose filter fits, signed, once", async () => {
    const scene = await makeScene();
    const all = await scene.listen();
    const fits = await scene.listen({ eventTypes: ["card_payment.failed", "checkout.expired"] });
    const others = [
      await scene.listen({ eventTypes: ["checkout.created"] }),
      await scene.listen({ disabledReason: "requested", disabledAt: new Date() }),
      await scene.listen({ deletedAt: new Date() }),
    ];
    const ids = await scene.happen(3);
    expect(await scene.tick()).toMatchObject({ delivered: 6, remaining: 0 });
    expect(await scene.tick()).toMatchObject({ delivered: 0, remaining: 0 });
    for (const { receiver } of [all, fits]) {
      expect(receiver.received.map(({ id }) => id).sort()).toEqual([...ids].sort());
      expect(receiver.unsigned).toEqual([]);
    }
    for (const { receiver } of others) expect(receiver.received).toEqual([]);
    const { headers, body } = all.receiver.received[0]!;
    expect(headers["content-type"]).toBe("application/json");
    expect(Object.keys(JSON.parse(body))).toEqual([
      "id",
      "type",
      "timestamp",
      "sequence",
      "environment",
      "api_version",
      "data",
    ]);
  });

  it("is written down: what was sent, what came back, how long it took", async () => {
    const scene = await makeScene();
    const { receiver } = await scene.listen();
    receiver.answer = (response) => void setTimeout(() => response.writeHead(202).end("taken"), 30);
    await scene.happen(1);
    await scene.deliver();
    const [attempt] = await scene.attempts();
    expect(attempt).toMatchObject({ number: 1, responseStatus: 202, fault: null });
    expect(attempt!.requestHeaders["webhook-signature"]).toMatch(/^v1,/);
    // The receiver is on this machine: what it says is nobody's to read here.
    expect(attempt!.responseBody).toBeNull();
    expect(attempt!.durationMs).toBeGreaterThanOrEqual(25);
  });

  it("fails ten times by the schedule, with the same bytes, and then for good", async () => {
    const scene = await makeScene();
    const { receiver, endpoint } = await scene.listen();
    receiver.answer = (response) => response.writeHead(500).end("no");
    let now = new Date();
    await scene.happen(1, now);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt++) {
      await scene.deliver(now);
      expect(receiver.received).toHaveLength(attempt);
      const [delivery] = await scene.deliveries();
      if (attempt === 10) break;
      waits.push((delivery!.dueAt!.getTime() - now.getTime()) / 1000);
      await scene.deliver(later(delivery!.dueAt!, -2_000));
      expect(receiver.received, "not before its time").toHaveLength(attempt);
      now = later(delivery!.dueAt!, 1);
    }
    for (const [index, seconds] of [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(seconds);
      expect(waits[index]).toBeLessThanOrEqual(seconds * 1.1);
    }
    expect(await statuses(scene)).toEqual(["failed"]);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(receiver.unsigned).toEqual([]);
    expect((await scene.attempts()).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    // Three days of it: the endpoint stays.
    expect((await scene.endpoint(endpoint)).disabledReason).toBeNull();
  });

  it.each([
    ["3600", HOUR],
    ["1", 5_000],
    ["999999", 24 * HOUR],
    ["nonsense", 5_000],
    [(at: Date) => later(at, 2 * HOUR).toUTCString(), 2 * HOUR],
  ])("comes back when Retry-After %s asks for it, if that is later and within a day", async (asks, wait) => {
    const scene = await makeScene();
    const { receiver } = await scene.listen();
    const now = new Date();
    const header = typeof asks === "string" ? asks : asks(now);
    receiver.answer = (response) => response.writeHead(503, { "Retry-After": header }).end();
    await scene.happen(1, now);
    await scene.deliver(now);
    const [delivery] = await scene.deliveries();
    const waited = delivery!.dueAt!.getTime() - now.getTime();
    expect(waited).toBeGreaterThanOrEqual(wait - 1000);
    expect(waited).toBeLessThanOrEqual(wait * 1.1);
  });

  it("disables an endpoint that answers 410 at once, and cancels what waits for it", async () => {
    const scene = await makeScene();
    const { receiver, endpoint } = await scene.listen();
    receiver.answer = (response) => response.writeHead(410).end();
    await scene.happen(1);
    await scene.deliver();
    await scene.happen(2);
    await scene.deliver();
    expect((await scene.endpoint(endpoint)).disabledReason).toBe("gone");
    expect(receiver.received).toHaveLength(1);
    expect(await statuses(scene)).toEqual(["cancelled"]);
    expect(await scene.tick()).toMatchObject({ remaining: 0 });
  });

  it("disables an endpoint after five days of failure; a success between them starts the count again", async () => {
    const scene = await makeScene();
    const { receiver, endpoint } = await scene.listen();
    const start = new Date();
    let isDown = true;
    receiver.answer = (response) => response.writeHead(isDown ? 500 : 204).end();
    const day = async (days: number) => {
      await scene.happen(1, later(start, days * 24 * HOUR));
      await scene.deliver(later(start, days * 24 * HOUR + 1000));
      return (await scene.endpoint(endpoint)).disabledReason;
    };
    expect(await day(0)).toBeNull();
    expect(await day(4)).toBeNull();
    isDown = false;
    expect(await day(4.5)).toBeNull();
    expect((await scene.endpoint(endpoint)).failingSince).toBeNull();
    isDown = true;
    expect(await day(5.5)).toBeNull();
    expect(await day(10)).toBeNull();
    expect(await day(10.6)).toBe("failing");
    await scene.deliver(later(start, 11 * 24 * HOUR));
    expect(await statuses(scene)).not.toContain("pending");
  });

  it("is signed by both secrets while one replaces the other, and by the new one only after that", async () => {
    const scene = await makeScene();
    const { receiver, endpoint, secret } = await scene.listen();
    const fresh = newWebhookSecret();
    const sealed = sealWebhookSecret(scene.deps.vault, endpoint, fresh);
    const now = new Date();
    const before = await scene.endpoint(endpoint);
    await scene.db
      .update(webhookEndpoint)
      .set({
        secretSealed: sealed.bytes,
        secretKeyVersion: sealed.keyVersion,
        previousSecretSealed: before.secretSealed,
        previousSecretKeyVersion: before.secretKeyVersion,
        previousSecretUntil: later(now, 24 * HOUR),
      })
      .where(eq(webhookEndpoint.id, endpoint));
    await scene.happen(1, now);
    await scene.deliver(now);
    await scene.happen(1, later(now, 25 * HOUR));
    await scene.deliver(later(now, 25 * HOUR));
    const [during, after] = receiver.received;
    expect([isVerified(secret, during!), isVerified(fresh, during!)]).toEqual([true, true]);
    expect([isVerified(secret, after!), isVerified(fresh, after!)]).toEqual([false, true]);
  });

  it("of a test carries its own body and names no event", async () => {
    const scene = await makeScene();
    const { receiver, endpoint } = await scene.listen();
    const now = new Date();
    const eventId = newId("evt");
    await scene.db.insert(webhookDelivery).values({
      providerId: scene.provider.id,
      id: newId("whd"),
      endpointId: endpoint,
      eventId,
      eventType: "payment_plan.signed",
      kind: "test",
      testData: { a: "test" },
      dueAt: now,
      createdAt: now,
    });
    expect(await scene.deliver(now)).toBe(1);
    expect(JSON.parse(receiver.received[0]!.body)).toEqual({
      id: eventId,
      type: "payment_plan.signed",
      timestamp: now.toISOString(),
      sequence: 1,
      environment: "sandbox",
      api_version: "v1",
      data: { a: "test" },
    });
    expect(receiver.unsigned).toEqual([]);
  });
});
