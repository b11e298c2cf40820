import { afterEach, expect, it } from "vitest";
import { PATIENCE, pause, type Scene, setScene } from "./scene";

let scene: Scene | undefined;
afterEach(() => scene?.stop());

it("what a promotion loses without synchronous replication is seen", PATIENCE, async () => {
  scene = await setScene();
  const { estate, journal } = scene;
  await scene.warm();
  await estate.synchronise(false);
  const standby = estate.standby!;
  await standby.stop("fast");
  await scene.warm(journal.entries.length + 60);
  estate.primary.kill();
  await standby.start();
  await scene.failOver(true);
  await pause(3_000);
  const { violations } = await scene.judged();
  expect(violations.filter((one) => one.endsWith("and it is not there")).length).toBeGreaterThan(0);
  expect(violations.filter((one) => one.endsWith("which the service does not know")).length).toBeGreaterThan(
    0,
  );
});
