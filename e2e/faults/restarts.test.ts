import { afterEach, expect, it } from "vitest";
import { PATIENCE, pause, recoveriesAfter, type Scene, setScene, windowAfter } from "./scene";

const TIMES = 3;

let scene: Scene | undefined;
afterEach(() => scene?.stop());

it.each(["fast", "immediate"] as const)(
  "PostgreSQL is restarted (%s): nothing is lost",
  PATIENCE,
  async (mode) => {
    scene = await setScene();
    await scene.warm();
    const recoveries: number[] = [];
    const windows: number[] = [];
    for (let times = 0; times < TIMES; times++) {
      await scene.estate.primary.stop(mode);
      await pause(500);
      await scene.estate.primary.start();
      const at = performance.now();
      await pause(12_000);
      recoveries.push(...recoveriesAfter(scene, at));
      windows.push(windowAfter(scene, at));
    }
    const windowMs = Math.max(...windows);
    const { isRestarted } = await scene.end(`PostgreSQL restarted, ${mode}`, `${TIMES} restarts`, {
      windowMs,
      recoveries,
    });
    expect(isRestarted).toBe(false);
    expect(windowMs).toBeLessThanOrEqual(10_000);
  },
);
