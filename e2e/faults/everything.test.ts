import { randomInt } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { pgbouncer } from "./pooler";
import { pause, recoveriesAfter, type Scene, setScene, windowAfter } from "./scene";

/** FAULTS_MINUTES=30 for the whole of it; FAULTS_SEED for the same faults again. */
const MINUTES = Number(process.env.FAULTS_MINUTES ?? 2);
const SEED = Number(process.env.FAULTS_SEED ?? randomInt(2 ** 31));

let scene: Scene | undefined;
afterEach(() => scene?.stop());

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
type Fault = [name: string, make: (draw: Draw) => Promise<unknown>];

/** Between the service and its data. One after the other, so that a promotion finds a primary that is whole. */
const faultsOfData = ({ estate, wires, pooler }: Scene): Fault[] => [
  ["connections cut", async (draw) => wires[draw(0, 2)]!.cut(draw(1, 20))],
  ["connections cut", async (draw) => wires[draw(0, 2)]!.cut(draw(1, 20))],
  [
    "wire silent",
    async (draw) => {
      const wire = wires[draw(0, 2)]!;
      wire.silence();
      await pause(draw(500, 4_000));
      wire.speak();
    },
  ],
  [
    "database paused",
    async (draw) => {
      estate.primary.pause();
      await pause(draw(300, 3_000));
      estate.primary.resume();
    },
  ],
  [
    "database restarted",
    async (draw) => {
      await estate.primary.stop(draw(0, 2) ? "fast" : "immediate");
      await estate.primary.start();
    },
  ],
  ...(pooler ? ([["pooler restarted", () => pooler.restart()]] as Fault[]) : []),
];

const faultsOfProcesses = ({ service: { servers, worker, gateway } }: Scene): Fault[] => [
  ["server killed", (draw) => servers[draw(0, 2)]!.kill()],
  ["server paused", (draw) => servers[draw(0, 2)]!.pause(draw(500, 3_000))],
  ["worker killed", () => worker.kill()],
  ["gateway killed", () => gateway.kill()],
];

it(`everything at once for ${MINUTES} minutes${pgbouncer.path ? "" : `, without a pooler (${pgbouncer.remedy})`}: no violation`, {
  timeout: MINUTES * 60_000 + 1_200_000,
}, async () => {
  scene = await setScene({ way: "mixed", perSecond: 5 });
  const one = scene;
  await one.warm();
  const counts = new Map<string, number>();
  const healed: number[] = [];
  const until = performance.now() + MINUTES * 60_000;
  const half = performance.now() + MINUTES * 30_000;
  const make = async ([name, fault]: Fault, draw: Draw) => {
    const made = await fault(draw);
    counts.set(name, (counts.get(name) ?? 0) + (typeof made === "number" ? made : 1));
    healed.push(performance.now());
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
      await make(faults[draw(0, faults.length)]!, draw);
      await pause(draw(500, 5_000));
    }
  };
  const ofProcesses = async () => {
    const draw = numbers(SEED + 1);
    const faults = faultsOfProcesses(one);
    while (performance.now() < until) {
      await make(faults[draw(0, faults.length)]!, draw);
      await pause(draw(3_000, 12_000));
    }
  };
  await Promise.all([ofData(), ofProcesses()]);
  await pause(15_000);
  const recoveries = healed.flatMap((at) => recoveriesAfter(one, at));
  const faults = [...counts].map(([name, times]) => `${times} × ${name}`).join(", ");
  const said = `${faults}, 1 × promotion`;
  await one.end(`Everything at once, ${MINUTES} minutes, FAULTS_SEED=${SEED}`, said, { recoveries });
  expect(promotedAt).toBeDefined();
  expect(windowAfter(one, Math.max(...healed))).toBeLessThanOrEqual(10_000);
});
