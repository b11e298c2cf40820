import { afterEach, describe, expect, it } from "vitest";
import { machinePostgres, machineRemedy } from "./postgres-server";
import { PATIENCE, pause, recoveriesAfter, type Scene, setScene, type Way, windowAfter } from "./scene";

/** From the moment that the new primary takes writes: then answers no longer fail. */
const WINDOW_MS = 10_000;
/** What is under way when the primary goes has failed by then, or never does. */
const WATCHED_MS = 25_000;

const WAYS: [string, Way][] = [
  ["through a proxy", "proxy"],
  ["by the addresses of both hosts", "hosts"],
];

let scene: Scene | undefined;
afterEach(async () => {
  await scene?.stop();
  scene = undefined;
});

async function endedWell(one: Scene, scenario: string, faults: string, at: number) {
  await pause(WATCHED_MS);
  await one.load.stop();
  const windowMs = windowAfter(one, at);
  const { isRestarted } = await one.end(scenario, faults, { windowMs, recoveries: recoveriesAfter(one, at) });
  expect(isRestarted, "the service was restarted").toBe(false);
  expect(windowMs).toBeLessThanOrEqual(WINDOW_MS);
}

describe.each(WAYS)("failover %s: nothing is lost, and answers fail for 10 s at most", (said, way) => {
  it("the primary is killed, and the standby promoted", PATIENCE, async () => {
    scene = await setScene({ way });
    await scene.warm();
    scene.estate.primary.kill();
    await pause(1_000);
    const at = await scene.failOver(true);
    await endedWell(scene, `Failover ${said}: primary killed`, "kill -9 of the primary, promotion", at);
  });

  it("the primary's host goes silent, and the standby is promoted", PATIENCE, async () => {
    scene = await setScene({ way });
    await scene.warm();
    scene.estate.primary.pause();
    await pause(1_000);
    const at = await scene.failOver(false);
    await endedWell(scene, `Failover ${said}: primary silent`, "silent primary, promotion", at);
  });

  it.skipIf(!machinePostgres.path)(
    `with the PostgreSQL of the machine${machineRemedy}`,
    PATIENCE,
    async () => {
      scene = await setScene({ way, version: "machine" });
      await scene.warm();
      scene.estate.primary.kill();
      const at = await scene.failOver(true);
      await endedWell(
        scene,
        `Failover ${said}: the machine's PostgreSQL`,
        "kill -9 of the primary, promotion",
        at,
      );
    },
  );
});

it("the primary is stopped in good order, and the standby promoted", PATIENCE, async () => {
  scene = await setScene();
  await scene.warm();
  await scene.estate.primary.stop("fast");
  const at = await scene.failOver(true);
  await endedWell(scene, "Switchover through a proxy", "primary stopped, promotion", at);
});
