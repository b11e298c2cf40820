/** Failures that a person can mend, told in words instead of a stack trace. */
import { statSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname } from "node:path";
import { nameOfUser } from "./users.mjs";

/** An expected failure: its message is all that is shown. */
export class Problem extends Error {
  name = "Problem";
}

/**
 * What to print for a failure: the message of a Problem, the owner of a path that may not be touched, or
 * the stack of a fault in the program.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function describe(error) {
  if (error instanceof Problem) return error.message;
  const { code, path } = /** @type {NodeJS.ErrnoException} */ (error ?? {});
  if (path && (code === "EACCES" || code === "EPERM" || code === "EROFS")) return describeAccess(path);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** @param {string} path that may not exist: then the folder that keeps it from being made is told */
function describeAccess(path) {
  const me = nameOfCaller();
  for (let at = path; ; at = dirname(at)) {
    const uid = statSync(at, { throwIfNoEntry: false })?.uid;
    if (uid === undefined && at !== dirname(at)) continue;
    const owner = nameOfUser(uid ?? 0);
    if (owner === me) return `${at} cannot be read or written by ${me}.`;
    return (
      `${at} belongs to ${owner}, and this runs as ${me}.\n` +
      `Run it as ${owner}, or hand the checkout over: sudo chown -R ${me} .`
    );
  }
}

function nameOfCaller() {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
