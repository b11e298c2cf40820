import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { webhookEndpoint } from "../../drizzle/schema";
import { recordAttempt } from "../../lib/db/webhook-deliveries";
import { deliverDue } from "../../lib/events/deliver";
import { removeEndpoint, updateEndpoint } from "../../lib/events/endpoints";
import { tick } from "../../lib/jobs/tick";
import { until } from "../support/poll";
import { keepDelivering, makeScene, type Receiver, type Scene } from "./scene";

const HOUR = 3_600_000;
const EVENTS = 60;
const asked = (receiver: Receiver, times: number) =>
  until(`request ${times} is there`, () => receiver.received.length >= times);

describe("deliveries side by side", () => {
  it("two workers and two drains at once make each attempt once", async () => {
    const scene = await makeScene({ workers: 4 });
    const [one, two] = [await scene.listen(), await scene.listen()];
    const ids = await scene.happen(EVENTS);
    const [a, b, c, d] = scene.workers as [never, never, never, never];
    const clock = () => new Date();
    const results = await Promise.all([
      deliverDue(a, clock, () => true),
      deliverDue(b, clock, () => true),
      tick(c, clock()).then(({ delivered }) => delivered),
      tick(d, clock()).then(({ delivered }) => delivered),
    ]);
    expect(results.reduce((sum, delivered) => sum + delivered)).toBe(2 * EVENTS);
    for (const { receiver } of [one, two]) {
      expect(receiver.received.map(({ id }) => id).sort()).toEqual([...ids].sort());
      expect(receiver.unsigned).toEqual([]);
    }
    expect((await scene.attempts()).map(({ number }) => number)).toEqual(Array(2 * EVENTS).fill(1));
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
    for (let hour = 0; hour <= 48; hour += 2) {
      const now = new Date(start + hour * HOUR);
      if (hour % 4 === 0) await scene.happen(1, now);
      await scene.deliver(now);
    }
    isDown = false;
    const due = await scene.deliveries();
    expect(due).toHaveLength(13);
    const failed = receiver.received.length;
    for (const { dueAt } of due) await scene.deliver(dueAt!);
    expect(receiver.received.slice(failed).map(({ id }) => id)).toEqual(due.map(({ eventId }) => eventId));
    expect([...heard].sort((a, b) => a - b)).toEqual(Array.from({ length: 13 }, (_, index) => index + 1));
    expect((await scene.deliveries()).map(({ status }) => status)).toEqual(Array(13).fill("delivered"));
  });

  it("a receiver that hangs keeps no other waiting, and gets one at a time once it failed for a minute", async () => {
    const scene = await makeScene();
    const [slow, quick] = [await scene.listen(), await scene.listen()];
    slow.receiver.hold();
    await scene.happen(40);
    keepDelivering(scene, [slow.receiver]);
    await asked(quick.receiver, 40);
    await asked(slow.receiver, 8);
    expect(slow.receiver.load.most).toBe(8);
    await scene.db
      .update(webhookEndpoint)
      .set({ failingSince: new Date(Date.now() - 61_000) })
      .where(eq(webhookEndpoint.id, slow.endpoint));
    for (let one = 0; one < 8; one++) slow.receiver.answerOne(503);
    await asked(slow.receiver, 9);
    await until("the first are over", () => slow.receiver.load.now === 1);
    slow.receiver.load.most = 1;
    await scene.happen(5);
    await asked(quick.receiver, 45);
    for (let next = 10; next <= 13; next++) {
      slow.receiver.answerOne(503);
      await asked(slow.receiver, next);
    }
    expect(slow.receiver.load.most).toBe(1);
  });

  it.each([
    ["disabled", (scene, id) => updateEndpoint(scene.deps, scene.provider.id, id, { enabled: false })],
    ["removed", (scene, id) => removeEndpoint(scene.deps, scene.provider.id, id)],
  ] satisfies [string, (scene: Scene, id: string) => Promise<unknown>][])(
    "one that is under way when its endpoint is %s is still written down, and not made again",
    async (_, end) => {
      const scene = await makeScene();
      const { receiver, endpoint } = await scene.listen();
      receiver.answer = (response) => response.writeHead(503).end();
      await scene.happen(1);
      await scene.tick(new Date(Date.now() + HOUR));
      receiver.hold();
      await scene.happen(1);
      const working = scene.tick();
      await asked(receiver, 2);
      await end(scene, endpoint);
      expect((await scene.deliveries()).map(({ status }) => status).sort()).toEqual(["cancelled", "pending"]);
      receiver.answerOne(500);
      await working;
      await scene.tick(new Date(Date.now() + 2 * HOUR));
      expect(receiver.received).toHaveLength(2);
      expect((await scene.attempts()).map((one) => one.responseStatus).sort()).toEqual([500, 503]);
      expect((await scene.deliveries()).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
    },
  );

  it("what the old address answers says nothing of the new one", async () => {
    const scene = await makeScene();
    const { receiver, endpoint } = await scene.listen({ failingSince: new Date(Date.now() - HOUR) });
    receiver.hold();
    await scene.happen(1);
    const working = scene.tick();
    await asked(receiver, 1);
    const changed = { url: "http://localhost:9/hooks" };
    const answer = await updateEndpoint(scene.deps, scene.provider.id, endpoint, changed);
    expect(answer).toMatchObject({ ...changed, failing_since: null });
    receiver.answerOne(410);
    await working;
    expect(await scene.attempts()).toMatchObject([{ responseStatus: 410 }]);
    expect(await scene.endpoint(endpoint)).toMatchObject({ disabledReason: null, failingSince: null });
  });

  it("a late success leaves an endpoint that was disabled for failing as it was", async () => {
    const scene = await makeScene();
    const { receiver, endpoint } = await scene.listen();
    receiver.hold();
    await scene.happen(1);
    const working = scene.tick();
    await asked(receiver, 1);
    const disabled = { disabledReason: "failing", disabledAt: new Date(), failingSince: new Date() } as const;
    await scene.db.update(webhookEndpoint).set(disabled).where(eq(webhookEndpoint.id, endpoint));
    receiver.answerOne(200);
    await working;
    expect(await scene.endpoint(endpoint)).toMatchObject(disabled);
    expect(await scene.deliveries()).toMatchObject([{ status: "delivered" }]);
  });

  it("a worker whose lease ran out writes nothing: the one that has it now does", async () => {
    const scene = await makeScene({ workers: 2 });
    const { receiver } = await scene.listen();
    let isLookedAt = false;
    receiver.answer = async (response) => {
      // The first is answered once the second worker has asked too, and that one when the first has ended.
      if (receiver.received.length === 1) await asked(receiver, 2);
      else await until("the first worker's end", () => isLookedAt);
      response.end();
    };
    await scene.happen(1);
    const first = scene.tick();
    await asked(receiver, 1);
    const [delivery] = await scene.deliveries();
    // Its clock stands beyond the lease of the first.
    const second = tick(scene.workers[1]!, new Date(Date.now() + HOUR));
    await first;
    expect(await scene.attempts()).toEqual([]);
    expect(
      await recordAttempt(
        scene.db,
        { delivery: delivery!, endpoint: receiver },
        {
          status: "failed",
          dueAt: null,
          at: new Date(),
          log: { startedAt: new Date(), durationMs: 1, requestHeaders: {} },
          isOurs: false,
          isGone: true,
          failedSince: new Date(0),
        },
      ),
    ).toBeNull();
    isLookedAt = true;
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
