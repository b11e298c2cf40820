import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

const MEGABYTES = 300;

export interface SmallDisk {
  /** A folder on it that is not there yet. */
  data: string;
  /** Takes all that is free. @returns what gives it back */
  fill(): () => void;
  unmount(): void;
}

/** A small disk in memory. @returns null where this account may not make one */
export function mountDisk(): SmallDisk | null {
  const folder = mkdtempSync("/var/tmp/provider-checkout-disk-");
  try {
    const options = `size=${MEGABYTES}m,mode=755`;
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    rmdirSync(folder);
    return null;
  }
  return {
    data: join(folder, "data"),
    fill: () => fill(join(folder, "ballast")),
    unmount() {
      execFileSync("umount", [folder]);
      rmdirSync(folder);
    },
  };
}

function fill(ballast: string): () => void {
  const file = openSync(ballast, "w");
  const block = Buffer.alloc(1 << 16);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
  return () => rmSync(ballast);
}
