/** The data folder of an embedded server: made once, never thrown away. */
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { readJson, writePrivateJson } from "../checkout.mjs";
import { Problem } from "../problem.mjs";
import { run } from "../run.mjs";
import { nameOfUser } from "../users.mjs";
import { SUPERUSER } from "./connection.mjs";
import { isRoot } from "./place.mjs";
import { environment, runOptions, shutDown } from "./postmaster.mjs";

/**
 * What is kept about a server beside its data.
 *
 * @typedef {object} Kept
 * @property {string} data the data folder, relative to the file when it lies beside it
 * @property {string} password
 * @property {string} self the file's own path, which tells a copied checkout from a moved one
 * @property {number} [port] of the last start
 * @property {string} [version] of the programs of the last start
 */

/**
 * @typedef {object} Cluster
 * @property {string} file where `kept` is kept
 * @property {Kept} kept
 * @property {string} data
 * @property {import("./place.mjs").Place} place with the account that owns the data
 */

/**
 * Finds the data folder, or makes one.
 *
 * @param {{ name: string, folder: string, place: import("./place.mjs").Place, durable: boolean, log: import("../log.mjs").Log }} options
 * @returns {Promise<Cluster>}
 */
export async function openCluster({ name, folder, place, durable, log }) {
  const file = join(folder, `${name}.json`);
  /** @type {Kept | undefined} */
  const kept = readJson(file);
  if (kept && !isCopied(kept, file)) {
    const data = resolve(folder, kept.data);
    // Its owner comes first: another account does not even see whether the folder is complete.
    const owned = existsSync(data) ? ownedPlace(place, data, folder) : place;
    if (isComplete(data)) return { file, kept, data, place: owned };
    if (kept.port) log.line(`The database in ${data} is gone: making a new one`);
  }
  const data = await freeFolder(join(place.home, name), place, log);
  const password = randomBytes(24).toString("base64url");
  const fresh = { data: isInside(folder, data) ? relative(folder, data) : data, password, self: file };
  await makeCluster({ data, password, place, durable }, () => writePrivateJson(file, fresh));
  return { file, kept: fresh, data, place };
}

/** @param {string} data */
const isComplete = (data) => existsSync(join(data, "PG_VERSION"));

/**
 * @param {string} folder
 * @param {string} path
 */
function isInside(folder, path) {
  const way = relative(folder, path);
  return !way.startsWith("..") && !isAbsolute(way);
}

/**
 * A copy of root's checkout names the same data folder as the original, which alone may use it.
 *
 * @param {Kept} kept
 * @param {string} file
 */
function isCopied(kept, file) {
  if (!isAbsolute(kept.data) || kept.self === file) return false;
  return readJson(kept.self)?.data === kept.data;
}

/**
 * Data are only ever touched by the account that made them.
 *
 * @param {import("./place.mjs").Place} place
 * @param {string} data
 * @param {string} folder
 * @returns {import("./place.mjs").Place}
 */
function ownedPlace(place, data, folder) {
  if (!process.getuid) return place;
  const { uid, gid } = statSync(data);
  if (isRoot && uid !== 0 && !isInside(folder, data)) return { ...place, account: { uid, gid } };
  if (!isRoot && uid === process.getuid()) return place;
  const maker = isInside(folder, data) ? nameOfUser(uid) : "root";
  throw new Problem(
    `The database in ${data} was made by ${maker}, and this runs as ${nameOfUser(process.getuid())}.\n` +
      `Run it as ${maker}. To begin with an empty database instead, move ${folder} away.`,
  );
}

/**
 * A folder that is there although nothing is kept about it holds someone's data: it stays, but a server that
 * was left running on it is ended, since nobody knows its password any more.
 *
 * @param {string} wanted
 * @param {import("./place.mjs").Place} place
 * @param {import("../log.mjs").Log} log
 */
async function freeFolder(wanted, place, log) {
  for (let number = 1; ; number += 1) {
    const data = number === 1 ? wanted : `${wanted}-${number}`;
    if (!existsSync(data) || isEmptied(data)) return data;
    await shutDown(data, place).catch(() => {});
    log.line(`An earlier database stays in ${data}; remove it when it is of no use`);
  }
}

/** @param {string} folder */
function isEmptied(folder) {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/**
 * The folder gets its name when it is complete, so that one with that name always is.
 *
 * @param {{ data: string, password: string, place: import("./place.mjs").Place, durable: boolean }} options
 * @param {() => void} keep writes down what is needed to use the folder
 */
async function makeCluster({ data, password, place, durable }, keep) {
  const draft = `${data}.unfinished`;
  const passwordFile = `${draft}.password`;
  rmSync(draft, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600, flag: "wx" });
  if (place.account) {
    chownSync(draft, place.account.uid, place.account.gid);
    chownSync(passwordFile, place.account.uid, place.account.gid);
  }
  try {
    const args = ["-D", draft, "--username", SUPERUSER, "--pwfile", passwordFile, "--auth", "scram-sha-256"];
    const { code, output } = await run(
      join(place.bin, "initdb"),
      [...args, "--encoding=UTF8", "--locale=C", "-c", "timezone=UTC", ...(durable ? [] : ["--no-sync"])],
      { ...runOptions(place), env: environment() },
    );
    if (code !== 0) throw new Problem(`${output.trim()}\n\nThe database could not be made. ${INSTEAD}`);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(`initdb could not be run (${/** @type {Error} */ (error).message}). ${INSTEAD}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  keep();
  renameSync(draft, data);
}

export const INSTEAD = "Where the embedded PostgreSQL cannot run, set DATABASE_URL to one that does.";

/**
 * @param {Cluster} cluster
 * @throws {Problem} when another major version of PostgreSQL made the data
 */
export function requireSameMajor({ data, place }) {
  const made = readFileSync(join(data, "PG_VERSION"), "utf8").trim();
  const have = Number.parseInt(place.version, 10);
  if (Number(made) === have) return;
  throw new Problem(
    `The database in ${data} was made by PostgreSQL ${made}; the installed package has ${have}.\n` +
      "Move it away to begin with an empty one, or dump it with the older version and restore it.",
  );
}
