import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { idToUuid } from "../../lib/domain/ids";
import { replayEvents } from "../../lib/events/replay";
import { makeScene, type Scene } from "./scene";

const MINUTE = 60_000;

it("a replay of many is done in calls that each have an end, oldest first, and nothing waits twice", async () => {
  const scene = await makeScene();
  const at = (minutes: number) => new Date(Date.now() - minutes * MINUTE);
  const [oldest, middle, newest] = [at(30), at(20), at(10)];
  await scene.happen(30, middle);
  await scene.happen(5, newest);
  await multiply(scene, 9_990, oldest);
  const { endpoint } = await scene.listen();
  const replay = (since: Date) =>
    replayEvents(scene.deps, scene.provider.id, endpoint, { since, until: null });
  const first = await replay(at(60));
  expect(first).toEqual({ scheduled: 10_020, next_since: newest.toISOString() });
  expect(await replay(new Date(first.next_since!))).toEqual({ scheduled: 5 });
  expect(await replay(at(60))).toEqual(first);
  const [rows] = await scene.db.execute(
    sql`select count(*)::integer as all, count(distinct event_id)::integer as events
      from webhook_delivery where endpoint_id = ${idToUuid(endpoint)}`,
  );
  expect(rows).toEqual({ all: 10_025, events: 10_025 });
});

/** So many more events like the first, at that time: the database makes them. */
const multiply = (scene: Scene, count: number, at: Date) =>
  scene.db.execute(sql`
    insert into event (provider_id, checkout_id, sequence, id, type, data, actor, occurred_at)
    select provider_id, checkout_id, 1000 + number, gen_random_uuid(), type, data, actor, ${at.toISOString()}::timestamptz
    from event, generate_series(1, ${count}::integer) as number where sequence = 1`);

it("an event that waits to be sent again has its turn at once when it is asked for, and goes out once", async () => {
  const scene = await makeScene();
  const { receiver, endpoint } = await scene.listen();
  const [eventId] = await scene.happen(1);
  await scene.deliver();
  let isDown = true;
  receiver.answer = (response) => response.writeHead(isDown ? 503 : 200).end();
  const replay = () => replayEvents(scene.deps, scene.provider.id, endpoint, { eventId: eventId! });
  expect(await replay()).toEqual({ scheduled: 1 });
  await scene.deliver();
  isDown = false;
  expect(await replay()).toEqual({ scheduled: 1 });
  expect(await replay()).toEqual({ scheduled: 1 });
  await scene.deliver();
  expect(receiver.received.map(({ id }) => id)).toEqual(Array(3).fill(eventId));
  expect((await scene.deliveries(endpoint)).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  expect(await replay()).toEqual({ scheduled: 1 });
  await scene.deliver();
  expect(receiver.received).toHaveLength(4);
});
