/** What can be known of a process by its number. */
import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/**
 * The command line of a process, its words joined by blanks.
 *
 * @param {number} pid
 * @returns {string | undefined} undefined where it cannot be known
 */
export function commandLine(pid) {
  try {
    if (process.platform === "linux")
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    if (process.platform === "win32") return undefined;
    return execFileSync("ps", ["-ww", "-o", "args=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return undefined;
  }
}

/**
 * @param {number} pid
 * @returns {number | undefined} undefined where it cannot be known
 */
export function parentOf(pid) {
  try {
    // The second field of that line is the program's name, which may hold blanks and brackets of its own.
    const text =
      process.platform === "linux"
        ? readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) \S+ /s, "")
        : execFileSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" });
    return Number.parseInt(text, 10) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * The folder that a process works in.
 *
 * @param {number} pid
 * @returns {string | undefined} undefined where it cannot be known
 */
export function workingFolder(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
