/** One process at a time for work that two would spoil: installing, building, starting a database. */
import { randomUUID } from "node:crypto";
import { linkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makePrivateFolder, readText } from "./checkout.mjs";
import { isAlive } from "./process.mjs";

const BEAT_MS = 2_000;
/**
 * A holder that has not touched its lock while we watched for so long is gone, even if its process id lives on in
 * another. What the clock says of the last touch counts for nothing: it may have been set meanwhile.
 */
const SILENT_MS = 15_000;

/**
 * Does the work while holding the lock file, which names its holder. A lock whose holder has died is taken over.
 *
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] called once when another process holds the lock
 * @param {{ silentMs?: number }} [options]
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait = () => {}, { silentMs = SILENT_MS } = {}) {
  makePrivateFolder(dirname(file));
  const mine = `${process.pid} ${randomUUID()}`;
  let touched = "";
  let since = performance.now();
  for (let waited = false; !take(file, mine); waited = true) {
    if (!waited) onWait();
    const now = touchOf(file);
    if (now !== touched) {
      touched = now;
      since = performance.now();
    }
    const holder = readText(file);
    const isSilent = performance.now() - since > silentMs;
    if (holder !== undefined && (isSilent || isDead(holder))) bury(file, holder, mine);
    else await sleep(100);
  }
  const beat = setInterval(() => touch(file), BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if (readText(file) === mine) rmSync(file, { force: true });
  }
}

/**
 * @param {string} file
 * @param {string} mine
 */
function take(file, mine) {
  try {
    writeFileSync(file, mine, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  }
  return false;
}

/**
 * Who holds the lock, and when it was last touched.
 *
 * @param {string} file
 */
const touchOf = (file) => `${readText(file)} ${statSync(file, { throwIfNoEntry: false })?.mtimeMs}`;

/** @param {string} holder */
function isDead(holder) {
  const pid = Number.parseInt(holder, 10);
  return pid > 0 && !isAlive(pid);
}

/**
 * Another process may have replaced the dead lock with its own since we read it: what was moved away is looked
 * at again, and put back if it is not the one that was found dead.
 *
 * @param {string} file
 * @param {string} holder
 * @param {string} mine
 */
function bury(file, holder, mine) {
  const grave = `${file}.${mine.replace(" ", "-")}`;
  try {
    renameSync(file, grave);
    if (readText(grave) !== holder) linkSync(grave, file);
  } catch {
    // Someone else was quicker; the next round sees what they left.
  }
  rmSync(grave, { force: true });
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The folder was removed while we worked: there is nothing left to guard.
  }
}
