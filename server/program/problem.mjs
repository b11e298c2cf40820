/** Failures that a person can mend, told in words instead of a stack trace. */
import { statSync } from "node:fs";
import { dirname } from "node:path";

/** An expected failure: its message is all that is shown. */
export class Problem extends Error {
  /** @override */
  name = "Problem";
  /** How the process ends. docs/guides/go-live.md */
  exitCode = 1;
}

/**
 * What to print for a failure: the message of a Problem, the owner of a path that may not be touched, or
 * the stack of a fault in the program.
 * @param {unknown} error
 * @returns {string}
 */
export function describe(error) {
  if (error instanceof Problem) return error.message;
  const { code, path } = /** @type {NodeJS.ErrnoException} */ (error ?? {});
  if (path && (code === "EACCES" || code === "EPERM" || code === "EROFS")) return describeAccess(path, code);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * @param {string} path that may not exist: then the folder that keeps it from being made is told
 * @param {string} code
 */
function describeAccess(path, code) {
  let at = path;
  while (!statSync(at, { throwIfNoEntry: false }) && at !== dirname(at)) at = dirname(at);
  if (code === "EROFS")
    return `${at} lies on a file system that may only be read. Copy the checkout to another.`;
  const owner = statSync(at).uid;
  const user = process.getuid?.();
  // Windows knows no such users, and a file may be closed to its owner too.
  if (user === undefined || user === owner)
    return `${at} is closed to this user (${code}). Give the user the right to change it.`;
  return (
    `${at} belongs to user ${owner}, and this runs as user ${user}.\n` +
    "Run it as its owner, or hand the checkout over: sudo chown -R $(id -u) ."
  );
}
