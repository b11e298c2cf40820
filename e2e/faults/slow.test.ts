import { randomInt } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { PATIENCE, pause, recoveriesAfter, type Scene, setScene } from "./scene";

let scene: Scene | undefined;
afterEach(() => scene?.stop());

it(
  "the way to the database is slow, and again and again nothing passes: nothing is lost",
  PATIENCE,
  async () => {
    scene = await setScene({ perSecond: 3 });
    const [wire] = scene.wires;
    await scene.warm();
    const healed: number[] = [];
    wire.delayMs = 100;
    await pause(15_000);
    wire.delayMs = 0;
    healed.push(performance.now());
    for (let times = 0; times < 6; times++) {
      wire.silence();
      await pause(randomInt(500, 4_000));
      wire.speak();
      healed.push(performance.now());
      await pause(1_500);
    }
    await pause(3_000);
    const recoveries = healed.flatMap((at) => recoveriesAfter(scene!, at));
    const { isRestarted } = await scene.end("Slow way", "100 ms each way for 15 s, 6 silences", {
      recoveries,
    });
    expect(isRestarted).toBe(false);
  },
);
