import { afterEach, describe, expect, it } from "vitest";
import { pgbouncer } from "./pooler";
import { machinePostgres, machineRemedy } from "./postgres-server";
import { PATIENCE, pause, recoveriesAfter, type Scene, setScene, windowAfter } from "./scene";

const TIMES = 5;
const WINDOW_MS = 10_000;
const remedy = pgbouncer.path ? "" : ` (${pgbouncer.remedy})`;

let scene: Scene | undefined;
afterEach(async () => {
  await scene?.stop();
  scene = undefined;
});

describe.skipIf(!pgbouncer.path)("behind PgBouncer with a pool a transaction", () => {
  it(`the pooler is restarted: nothing is lost${remedy}`, PATIENCE, async () => {
    scene = await setScene({ way: "pooler" });
    await scene.warm();
    const recoveries: number[] = [];
    for (let times = 0; times < TIMES; times++) {
      await scene.pooler!.restart();
      const at = performance.now();
      await pause(5_000);
      recoveries.push(...recoveriesAfter(scene, at));
    }
    const { isRestarted } = await scene.end("Pooler restarted", `${TIMES} restarts`, { recoveries });
    expect(isRestarted).toBe(false);
  });

  it.for([
    ["the embedded PostgreSQL", "embedded"],
    [`the machine's PostgreSQL${machineRemedy}`, "machine"],
  ] as const)(
    `the standby is promoted, with %s: nothing is lost${remedy}`,
    PATIENCE,
    async ([said, version], context) => {
      if (version === "machine" && !machinePostgres.path) return context.skip();
      scene = await setScene({ way: "pooler", version });
      await scene.warm();
      scene.estate.primary.kill();
      await pause(1_000);
      const at = await scene.failOver(true);
      await pause(25_000);
      await scene.load.stop();
      const measured = { windowMs: windowAfter(scene, at), recoveries: recoveriesAfter(scene, at) };
      const faults = "kill -9 of the primary, promotion";
      const { isRestarted } = await scene.end(`Failover behind a pooler: ${said}`, faults, measured);
      expect(isRestarted).toBe(false);
      expect(measured.windowMs).toBeLessThanOrEqual(WINDOW_MS);
    },
  );
});
