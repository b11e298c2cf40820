import { randomInt } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { PATIENCE, pause, recoveriesAfter, type Scene, setScene } from "./scene";

const CUTS = 464;

let scene: Scene | undefined;
afterEach(() => scene?.stop());

it(
  `${CUTS} connections to the database are cut: no process ends, and nothing is lost`,
  PATIENCE,
  async () => {
    scene = await setScene();
    await scene.warm();
    let cuts = 0;
    const healed: number[] = [];
    while (cuts < CUTS) {
      cuts += scene.wires[0].cut(randomInt(1, 15));
      healed.push(performance.now());
      await pause(randomInt(50, 400));
    }
    await pause(3_000);
    const recoveries = healed.flatMap((at) => recoveriesAfter(scene!, at));
    const { isRestarted } = await scene.end("Cut connections", `${cuts} connections cut`, { recoveries });
    expect(isRestarted).toBe(false);
  },
);
