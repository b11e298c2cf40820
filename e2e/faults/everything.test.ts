import { randomInt } from "node:crypto";
import { expect, it } from "vitest";
import { pgbouncer } from "./pooler";
import { pause, type Scene, setScene, windowAfter } from "./scene";

/** FAULTS_MINUTES=30 for the whole of it; FAULTS_SEED for the same faults again. */
const MINUTES = Number(process.env.FAULTS_MINUTES ?? 2);
const SEED = Number(process.env.FAULTS_SEED ?? randomInt(2 ** 31));

/** Numbers that follow from a seed: from `from` to below `to`. */
function numbers(seed: number) {
  let state = seed | 0;
  return (from: number, to: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return from + (((mixed ^ (mixed >>> 14)) >>> 0) % (to - from));
  };
}

type Draw = ReturnType<typeof numbers>;
type Fault = (draw: Draw) => Promise<unknown>;

/** Between the service and its data. One after the other, so that a promotion finds a primary that is whole. */
const faultsOfData = ({ estate, wires, pooler }: Scene): Fault[] => {
  const cut: Fault = async (draw) => wires[draw(0, 2)]!.cut(draw(1, 20));
  return [
    cut,
    cut,
    async function silence(draw) {
      const wire = wires[draw(0, 2)]!;
      wire.silence();
      await pause(draw(500, 4_000));
      wire.speak();
    },
    async function pauseDatabase(draw) {
      estate.primary.pause();
      await pause(draw(300, 3_000));
      estate.primary.resume();
    },
    async function restartDatabase(draw) {
      await estate.primary.stop(draw(0, 2) ? "fast" : "immediate");
      await estate.primary.start();
    },
    ...(pooler ? [() => pooler.restart()] : []),
  ];
};

const faultsOfProcesses = ({ service: { servers, worker, gateway } }: Scene): Fault[] => [
  (draw) => servers[draw(0, 2)]!.kill(),
  (draw) => servers[draw(0, 2)]!.pause(draw(500, 3_000)),
  () => worker.kill(),
  () => gateway.kill(),
];

it(`everything at once for ${MINUTES} minutes${pgbouncer.path ? "" : `, without a pooler (${pgbouncer.remedy})`}: no violation`, {
  timeout: MINUTES * 60_000 + 1_200_000,
}, async () => {
  console.error(`FAULTS_SEED=${SEED}`);
  const one = await setScene({ way: "mixed", perSecond: 5 });
  await one.warm();
  let healedAt = 0;
  const until = performance.now() + MINUTES * 60_000;
  const half = performance.now() + MINUTES * 30_000;
  const make = async (faults: Fault[], draw: Draw) => {
    await faults[draw(0, faults.length)]!(draw);
    healedAt = performance.now();
  };
  let promotedAt: number | undefined;
  const ofData = async () => {
    const draw = numbers(SEED);
    const faults = faultsOfData(one);
    while (performance.now() < until) {
      if (promotedAt === undefined && performance.now() > half) {
        one.estate.primary.kill();
        promotedAt = await one.failOver(true);
        await pause(10_000);
        await one.estate.rejoin();
      }
      await make(faults, draw);
      await pause(draw(500, 5_000));
    }
  };
  const ofProcesses = async () => {
    const draw = numbers(SEED + 1);
    const faults = faultsOfProcesses(one);
    while (performance.now() < until) {
      await make(faults, draw);
      await pause(draw(3_000, 12_000));
    }
  };
  await Promise.all([ofData(), ofProcesses()]);
  await pause(15_000);
  await one.end({ isKilled: true });
  expect(promotedAt).toBeDefined();
  expect(windowAfter(one, healedAt)).toBeLessThanOrEqual(10_000);
});
