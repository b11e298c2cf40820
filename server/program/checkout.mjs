/** Where this checkout lies, and how its private files are kept. */
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Problem } from "./problem.mjs";

/** The top folder of the checkout, without a slash at its end. */
export const root = resolve(fileURLToPath(new URL("../..", import.meta.url)));

/**
 * From now on the process works in that folder, wherever it was started: what a program reads of its own is there. A file
 * that a caller names lies where the caller is, which npm tells as INIT_CWD.
 */
export function workInRoot() {
  process.env.INIT_CWD ??= process.cwd();
  process.chdir(root);
}

/** What the commands make and keep: database, secrets, the demo's address and key. */
export const dataFolder = join(root, ".data");

/**
 * Where the database of this checkout lies. PostgreSQL refuses to be root, and the account that stands in for it may not be
 * able to enter the checkout: root's lies where it can.
 * @throws {Problem} where somebody else has made that folder
 */
export function databaseFolder() {
  if (process.getuid?.() !== 0) return dataFolder;
  const folder = join("/var/tmp", `provider-checkout-${hash(root).slice(0, 12)}`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  // Anyone can make a folder in /var/tmp, so one that was there must be root's and closed to others.
  const { uid, mode } = lstatSync(folder);
  if (uid !== 0 || (mode & 0o170022) !== 0o040000)
    throw new Problem(`${folder} was made by someone else. Remove it and start again.`);
  return folder;
}

/** @param {...(string | Buffer)} parts */
export function hash(...parts) {
  const sum = createHash("sha256");
  for (const part of parts) sum.update(part).update("\0");
  return sum.digest("hex");
}

/** @param {string} folder */
export function makePrivateFolder(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** @param {string} file @returns {any} undefined when there is no such file */
export function readJson(file) {
  const text = readText(file);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(`${file} is not valid JSON. Correct it, or delete it to create it again.`);
  }
}

/** @param {string} file @returns {string | undefined} undefined when there is no such file */
export function readText(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Replaces the file as a whole, readable by its owner only: a reader, or a start after a crash, finds the
 * old text or the new one and never half of it.
 * @param {string} file
 * @param {unknown} value
 */
export function writePrivateJson(file, value) {
  makePrivateFolder(dirname(file));
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
}
