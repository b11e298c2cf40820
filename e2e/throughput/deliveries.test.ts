import { expect, it } from "vitest";
import { untilUndisturbed } from "../support/measure";
import { makeScene } from "../webhooks/scene";

/** THROUGHPUT_EVENTS=10000 for a figure to go by. */
const EVENTS = Number(process.env.THROUGHPUT_EVENTS ?? 500);
/** Deliveries a second: far below what two quiet cores do, and far above what an index that is missing leaves. */
const FLOOR = 50;
const ROUNDS = 8;

it.each([1, 4])(
  "a long queue is delivered to %i endpoints, each event once, at 50 a second or more",
  async (count) => {
    const perSecond = await untilUndisturbed(
      `deliveries a second to ${count} endpoints`,
      () => deliveriesPerSecond(count),
      (rate) => rate > FLOOR,
      ROUNDS,
    );
    console.error(`${EVENTS} deliveries to ${count} endpoints: ${perSecond} a second`);
    expect(perSecond).toBeGreaterThan(FLOOR);
  },
);

async function deliveriesPerSecond(count: number): Promise<number> {
  const scene = await makeScene();
  const listeners = await Promise.all(Array.from({ length: count }, () => scene.listen()));
  await scene.happen(EVENTS / count);
  const started = performance.now();
  expect(await scene.deliver()).toBe(EVENTS);
  const seconds = (performance.now() - started) / 1000;
  for (const { receiver } of listeners) {
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(EVENTS / count);
    expect(receiver.received).toHaveLength(EVENTS / count);
    expect(receiver.unsigned).toEqual([]);
  }
  return Math.round(EVENTS / seconds);
}
