/** Where programs and data of the embedded PostgreSQL lie, and who runs them. */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { hash, root } from "../checkout.mjs";
import { Problem } from "../problem.mjs";
import { isAlive } from "../process.mjs";
import { unprivilegedAccount } from "../users.mjs";
import { findBinaries } from "./binaries.mjs";

/**
 * @typedef {object} Place
 * @property {string} bin the folder of initdb, postgres and pg_ctl
 * @property {string} home the folder under which data folders are made
 * @property {string} version of the platform package
 * @property {{ uid: number, gid: number } | undefined} account who runs them, when it is not the caller
 */

export const isRoot = process.getuid?.() === 0;

/**
 * Everything stays in the checkout, except for root: PostgreSQL refuses to be root, and the account that stands
 * in for it may not be able to enter the checkout at all. Programs and data then lie where it can.
 *
 * @param {string} folder the caller's data folder
 * @returns {Place}
 */
export function choosePlace(folder) {
  const { native, version } = findBinaries();
  if (!isRoot) return { bin: join(native, "bin"), home: folder, version, account: undefined };

  const account = unprivilegedAccount();
  if (!account) {
    throw new Problem(
      "PostgreSQL does not run as root, and this machine has neither an account `postgres` nor `nobody`.\n" +
        "Run as an ordinary user, or set DATABASE_URL.",
    );
  }
  const home = join("/var/tmp", `provider-checkout-${hash(root).slice(0, 12)}`);
  claim(home);
  const copy = join(home, `native-${version}`);
  if (!existsSync(copy)) copyPrograms(native, home, copy);
  return { bin: join(copy, "bin"), home, version, account: { uid: account.uid, gid: account.gid } };
}

/**
 * Anyone can make a folder in /var/tmp, so one that is already there must be root's and closed to others.
 *
 * @param {string} home
 */
function claim(home) {
  try {
    mkdirSync(home);
    chmodSync(home, 0o755);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  }
  const { uid, mode } = lstatSync(home);
  if (uid !== 0 || (mode & 0o170000) !== 0o040000 || (mode & 0o022) !== 0) {
    throw new Problem(`${home} was made by someone else. Remove it and start again.`);
  }
}

/**
 * A copy of an older version stays: a server that was left running may still load libraries from it.
 *
 * @param {string} native
 * @param {string} home
 * @param {string} copy
 */
function copyPrograms(native, home, copy) {
  for (const name of readdirSync(home)) {
    const copier = name.match(/^native-.*~(\d+)-/)?.[1];
    if (copier && !isAlive(Number(copier))) rmSync(join(home, name), { recursive: true, force: true });
  }
  const draft = `${copy}~${process.pid}-${randomBytes(4).toString("hex")}`;
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  openForReading(draft);
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

/**
 * The copy keeps the checkout's permissions, which may deny others everything.
 *
 * @param {string} path
 */
function openForReading(path) {
  const { mode } = lstatSync(path);
  const kind = mode & 0o170000;
  if (kind === 0o120000) return;
  chmodSync(path, kind === 0o040000 || mode & 0o100 ? 0o755 : 0o644);
  if (kind === 0o040000) for (const name of readdirSync(path)) openForReading(join(path, name));
}
