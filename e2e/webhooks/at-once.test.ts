import { eq } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { webhookEndpoint } from "../../drizzle/schema";
import { recordAttempt } from "../../lib/db/webhook-deliveries";
import { deliverDue } from "../../lib/events/deliver";
import { tick } from "../../lib/jobs/tick";
import { until } from "../support/poll";
import { makeScene } from "./scene";

const HOUR = 3_600_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("deliveries side by side", { timeout: 60_000 }, () => {
  it("two workers and two drains at once make each attempt once", async () => {
    const scene = await makeScene({ workers: 4, timeoutMs: 15_000 });
    const [one, two] = [await scene.listen(), await scene.listen()];
    const ids = await scene.happen(500);
    const [a, b, c, d] = scene.workers as [never, never, never, never];
    const clock = () => new Date();
    const results = await Promise.all([
      deliverDue(a, clock, () => true),
      deliverDue(b, clock, () => true),
      tick(c, clock()).then(({ delivered }) => delivered),
      tick(d, clock()).then(({ delivered }) => delivered),
    ]);
    expect(results.reduce((sum, delivered) => sum + delivered)).toBe(1000);
    for (const { receiver } of [one, two]) {
      expect(receiver.received.map(({ id }) => id).sort()).toEqual([...ids].sort());
      expect(receiver.unsigned).toEqual([]);
    }
    expect((await scene.attempts()).map(({ number }) => number)).toEqual(Array(1000).fill(1));
  });

  it("a receiver that was down for two days gets what it missed, in order of schedule", async () => {
    const scene = await makeScene();
    const { receiver } = await scene.listen();
    let isDown = true;
    const heard: number[] = [];
    receiver.answer = (response, { body }) => {
      if (isDown) return void response.writeHead(503).end();
      heard.push(JSON.parse(body).sequence);
      response.end();
    };
    const start = Date.now();
    for (let hour = 0; hour <= 48; hour++) {
      const now = new Date(start + hour * HOUR);
      if (hour % 4 === 0) await scene.happen(1, now);
      await scene.tick(now);
    }
    isDown = false;
    const due = (await scene.deliveries()).map(({ eventId }) => eventId);
    expect(due).toHaveLength(13);
    const failed = receiver.received.length;
    for (let hour = 49; hour <= 73; hour++) await scene.tick(new Date(start + hour * HOUR));
    expect(receiver.received.slice(failed).map(({ id }) => id)).toEqual(due);
    expect([...heard].sort((a, b) => a - b)).toEqual(Array.from({ length: 13 }, (_, index) => index + 1));
    expect((await scene.deliveries()).map(({ status }) => status)).toEqual(Array(13).fill("delivered"));
  });

  it("a receiver that hangs keeps no other waiting, and gets one at a time once it failed for a minute", async () => {
    const scene = await makeScene({ timeoutMs: 1000 });
    const [slow, quick] = [await scene.listen(), await scene.listen()];
    slow.receiver.answer = () => {};
    await scene.happen(100);
    let isOver = false;
    const working = deliverDue(
      scene.deps,
      () => new Date(),
      () => !isOver,
    );
    onTestFinished(async () => {
      isOver = true;
      await working;
    });
    await until("the quick one has all", () => quick.receiver.received.length === 100, { seconds: 5 });
    expect(slow.receiver.load.most).toBeLessThanOrEqual(8);
    await scene.db
      .update(webhookEndpoint)
      .set({ failingSince: new Date(Date.now() - 61_000) })
      .where(eq(webhookEndpoint.id, slow.endpoint));
    await until("the first are given up", () => slow.receiver.load.now <= 1, { seconds: 5 });
    slow.receiver.load.most = 0;
    const before = Date.now();
    await scene.happen(5);
    await until("the quick one has more", () => quick.receiver.received.length === 105, { seconds: 5 });
    expect(Date.now() - before).toBeLessThan(2000);
    await pause(1500);
    isOver = true;
    await working;
    expect(slow.receiver.load.most).toBeLessThanOrEqual(1);
  });

  it("one that is under way when its endpoint is disabled is still written down, and not made again", async () => {
    const scene = await makeScene();
    const { receiver, endpoint } = await scene.listen();
    receiver.answer = async (response) => {
      await pause(500);
      response.writeHead(500).end();
    };
    await scene.happen(1);
    const working = scene.tick();
    await until("the request is there", () => receiver.received.length === 1);
    await scene.db
      .update(webhookEndpoint)
      .set({ disabledReason: "requested", disabledAt: new Date() })
      .where(eq(webhookEndpoint.id, endpoint));
    await working;
    await scene.tick(new Date(Date.now() + HOUR));
    expect(receiver.received).toHaveLength(1);
    expect(await scene.attempts()).toHaveLength(1);
    expect((await scene.deliveries())[0]!.status).toBe("cancelled");
  });

  it("a worker whose lease ran out writes nothing: the one that has it now does", async () => {
    const scene = await makeScene({ workers: 2 });
    const { receiver } = await scene.listen();
    receiver.answer = async (response) => {
      await pause(700);
      response.end();
    };
    await scene.happen(1);
    const first = scene.tick();
    await until("the request is there", () => receiver.received.length === 1);
    const [delivery] = await scene.deliveries();
    // Its clock stands beyond the lease of the first.
    const second = tick(scene.workers[1]!, new Date(Date.now() + 60_000));
    await first;
    expect(await scene.attempts()).toEqual([]);
    expect(
      await recordAttempt(
        scene.db,
        { delivery: delivery! },
        {
          status: "failed",
          dueAt: null,
          at: new Date(),
          log: { startedAt: new Date(), durationMs: 1, requestHeaders: {} },
          isGone: true,
          failedSince: new Date(0),
        },
      ),
    ).toBeNull();
    expect((await second).delivered).toBe(1);
    expect(await scene.attempts()).toHaveLength(1);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect((await scene.deliveries())[0]).toMatchObject({
      status: "delivered",
      attempts: 1,
      leaseUntil: null,
    });
  });
});
