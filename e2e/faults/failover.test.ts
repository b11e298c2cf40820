import { describe, expect, it } from "vitest";
import { pgbouncer } from "./pooler";
import { PATIENCE, pause, type Scene, setScene, type Way, windowAfter } from "./scene";

/** From the moment that the new primary takes writes: then answers no longer fail. */
const WINDOW_MS = 10_000;
/** What is under way when the primary goes has failed by then, or never does. */
const WATCHED_MS = 25_000;

const WAYS: [string, Way, boolean][] = [
  ["through a proxy", "proxy", true],
  ["by the addresses of both hosts", "hosts", true],
  [`through PgBouncer (${pgbouncer.remedy})`, "pooler", pgbouncer.path !== null],
];

async function endedWell(scene: Scene, at: number) {
  await pause(WATCHED_MS);
  await scene.load.stop();
  await scene.end();
  expect(windowAfter(scene, at)).toBeLessThanOrEqual(WINDOW_MS);
}

describe.each(WAYS)("failover %s: nothing is lost, and answers fail for 10 s at most", (_, way, isHere) => {
  it.skipIf(!isHere)("the primary is killed, and the standby promoted", PATIENCE, async () => {
    const scene = await setScene(way);
    await scene.warm();
    scene.estate.primary.kill();
    await pause(1_000);
    await endedWell(scene, await scene.failOver(true));
  });

  it.skipIf(!isHere || way === "pooler")(
    "the primary's host goes silent, and the standby is promoted",
    PATIENCE,
    async () => {
      const scene = await setScene(way);
      await scene.warm();
      scene.estate.primary.pause();
      await pause(1_000);
      await endedWell(scene, await scene.failOver(false));
    },
  );
});

it("the primary is stopped in good order, and the standby promoted", PATIENCE, async () => {
  const scene = await setScene();
  await scene.warm();
  await scene.estate.primary.stop();
  await endedWell(scene, await scene.failOver(true));
});
