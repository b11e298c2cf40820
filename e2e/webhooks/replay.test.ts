import { expect, it } from "vitest";
import { replayEvents } from "../../lib/events/replay";
import { makeScene } from "./scene";

const MINUTE = 60_000;

it("a replay of many is done in calls that each have an end, oldest first, and nothing waits twice", {
  timeout: 120_000,
}, async () => {
  const scene = await makeScene();
  const at = (minutes: number) => new Date(Date.now() - minutes * MINUTE);
  const [oldest, middle, newest] = [at(30), at(20), at(10)];
  await scene.happen(9_990, oldest);
  await scene.happen(30, middle);
  await scene.happen(5, newest);
  const { endpoint } = await scene.listen();
  const replay = (since: Date) =>
    replayEvents(scene.deps, scene.provider.id, endpoint, { since, until: null });
  const first = await replay(at(60));
  expect(first).toEqual({ scheduled: 10_020, next_since: newest.toISOString() });
  expect(await replay(new Date(first.next_since!))).toEqual({ scheduled: 5 });
  expect(await replay(at(60))).toEqual(first);
  const rows = await scene.deliveries(endpoint);
  expect(rows).toHaveLength(10_025);
  expect(new Set(rows.map(({ eventId }) => eventId)).size).toBe(10_025);
});

it("an event that waits to be sent again has its turn at once when it is asked for, and goes out once", async () => {
  const scene = await makeScene();
  const { receiver, endpoint } = await scene.listen();
  const [eventId] = await scene.happen(1);
  await scene.tick();
  let isDown = true;
  receiver.answer = (response) => response.writeHead(isDown ? 503 : 200).end();
  const replay = () => replayEvents(scene.deps, scene.provider.id, endpoint, { eventId: eventId! });
  expect(await replay()).toEqual({ scheduled: 1 });
  await scene.tick();
  isDown = false;
  expect(await replay()).toEqual({ scheduled: 1 });
  expect(await replay()).toEqual({ scheduled: 1 });
  await scene.tick();
  expect(receiver.received.map(({ id }) => id)).toEqual(Array(3).fill(eventId));
  expect((await scene.deliveries(endpoint)).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  expect(await replay()).toEqual({ scheduled: 1 });
  await scene.tick();
  expect(receiver.received).toHaveLength(4);
});
