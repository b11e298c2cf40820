import { expect, it } from "vitest";
import { deliverDue } from "../../lib/events/deliver";
import { makeScene } from "./scene";

/** THROUGHPUT_EVENTS=10000 for a figure to go by. */
const EVENTS = Number(process.env.THROUGHPUT_EVENTS ?? 500);

it.each([1, 4])(
  "a long queue is delivered to %i endpoints, each event once, and its speed is told",
  {
    timeout: 300_000,
  },
  async (count) => {
    const scene = await makeScene();
    const listeners = await Promise.all(Array.from({ length: count }, () => scene.listen()));
    await scene.happen(EVENTS / count);
    const started = performance.now();
    expect(
      await deliverDue(
        scene.deps,
        () => new Date(),
        () => true,
      ),
    ).toBe(EVENTS);
    const seconds = (performance.now() - started) / 1000;
    console.error(`${EVENTS} deliveries to ${count} endpoints: ${(EVENTS / seconds).toFixed(0)} a second`);
    for (const { receiver } of listeners) {
      expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(EVENTS / count);
      expect(receiver.received).toHaveLength(EVENTS / count);
      expect(receiver.unsigned).toEqual([]);
    }
  },
);
