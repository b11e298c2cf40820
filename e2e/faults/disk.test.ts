import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { PATIENCE, pause, recoveriesAfter, type Scene, setScene } from "./scene";

const MEGABYTES = 300;
const folder = `/var/tmp/provider-checkout-disk-${process.pid}`;

const isMounted = mount();
let scene: Scene | undefined;
afterEach(async () => {
  await scene?.stop();
  if (!isMounted) return;
  execFileSync("umount", [folder]);
  rmdirSync(folder);
});

/** A small disk in memory. @returns false where this account may not make one */
function mount(): boolean {
  try {
    mkdirSync(folder, { mode: 0o755 });
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${MEGABYTES}m,mode=755`, "tmpfs", folder], {
      stdio: "ignore",
    });
    return true;
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return false;
  }
}

/** Fills what is free. @returns the file that has taken it */
function fill(): string {
  const ballast = join(folder, "ballast");
  const file = openSync(ballast, "w");
  const block = Buffer.alloc(1 << 16);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
  return ballast;
}

it.skipIf(!isMounted)(
  `the database's disk is full${isMounted ? "" : " (needs root that may mount a tmpfs)"}: answers say "try again", and go on once there is space`,
  PATIENCE,
  async () => {
    scene = await setScene({ folder: join(folder, "data") });
    const { estate, journal } = scene;
    await scene.warm();
    const ballast = fill();
    const sql = estate.primary.connect();
    for (let switches = 0; switches < 200 && journal.unhappy().length < 30; switches++) {
      // The next file of the log finds no space.
      await sql`select pg_switch_wal()`.catch(() => {});
      await pause(200);
    }
    await sql.end();
    const refused = journal.unhappy().length;
    rmSync(ballast);
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
