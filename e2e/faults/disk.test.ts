import { afterAll, afterEach, expect, it } from "vitest";
import { PATIENCE, pause, recoveriesAfter, type Scene, setScene } from "./scene";
import { diskRemedy, mountDisk } from "./small-disk";

const disk = mountDisk();
let scene: Scene | undefined;
afterEach(async () => {
  await scene?.stop();
});
afterAll(() => disk?.unmount());

it.skipIf(!disk)(
  `the database's disk is full${diskRemedy(disk)}: answers say "try again", and go on once there is space`,
  PATIENCE,
  async () => {
    scene = await setScene({ folder: disk!.data });
    const { estate, journal } = scene;
    await scene.warm();
    const makeRoom = disk!.fill();
    const sql = estate.primary.connect();
    for (let switches = 0; switches < 200 && journal.unhappy().length < 30; switches++) {
      // The next file of the log finds no space.
      await sql`select pg_switch_wal()`.catch(() => {});
      await pause(200);
    }
    await sql.end();
    const refused = journal.unhappy().length;
    makeRoom();
    // A recovery that found no space ends the server; an operator starts it again.
    if (!estate.primary.isRunning()) await estate.primary.start();
    const at = performance.now();
    await pause(15_000);
    const recoveries = recoveriesAfter(scene, at);
    const { isRestarted } = await scene.end("Disk full", "1 full disk", { recoveries });
    expect(isRestarted).toBe(false);
    expect(refused).toBeGreaterThan(0);
  },
);
