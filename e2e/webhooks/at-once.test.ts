import { eq } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { webhookEndpoint } from "../../drizzle/schema";
import { recordAttempt } from "../../lib/db/webhook-deliveries";
import { deliverDue } from "../../lib/events/deliver";
import { removeEndpoint } from "../../lib/events/remove-endpoint";
import { updateEndpoint } from "../../lib/events/update-endpoint";
import { tick } from "../../lib/jobs/tick";
import { until } from "../support/poll";
import { makeScene, type Receiver, type Scene } from "./scene";

const HOUR = 3_600_000;
/** A receiver that answers when it is told to, and with what. */
function held(receiver: Receiver): (status: number) => void {
  let open = (_status: number) => {};
  receiver.answer = (response) => {
    open = (status) => response.writeHead(status).end();
  };
  return (status) => open(status);
}

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
      const open = held(receiver);
      await scene.happen(1);
      const working = scene.tick();
      await until("the request is there", () => receiver.received.length === 2);
      await end(scene, endpoint);
      expect((await scene.deliveries()).map(({ status }) => status).sort()).toEqual(["cancelled", "pending"]);
      open(500);
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
    const open = held(receiver);
    await scene.happen(1);
    const working = scene.tick();
    await until("the request is there", () => receiver.received.length === 1);
    const changed = { url: "http://localhost:9/hooks" };
    const answer = await updateEndpoint(scene.deps, scene.provider.id, endpoint, changed);
    expect(answer).toMatchObject({ ...changed, failing_since: null });
    open(410);
    await working;
    expect(await scene.attempts()).toMatchObject([{ responseStatus: 410 }]);
    expect(await scene.endpoint(endpoint)).toMatchObject({ disabledReason: null, failingSince: null });
  });

  it("a late success leaves an endpoint that was disabled for failing as it was", async () => {
    const scene = await makeScene();
    const { receiver, endpoint } = await scene.listen();
    const open = held(receiver);
    await scene.happen(1);
    const working = scene.tick();
    await until("the request is there", () => receiver.received.length === 1);
    const disabled = { disabledReason: "failing", disabledAt: new Date(), failingSince: new Date() } as const;
    await scene.db.update(webhookEndpoint).set(disabled).where(eq(webhookEndpoint.id, endpoint));
    open(200);
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
      if (receiver.received.length === 1)
        await until("a second request", () => receiver.received.length === 2);
      else await until("the first worker's end", () => isLookedAt);
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
        { delivery: delivery!, endpoint: receiver },
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
