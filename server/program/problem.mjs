/** A failure that a person can correct: its message is all that is shown. */
export class Problem extends Error {
  /** @override */
  name = "Problem";
  /** How the process ends. docs/guides/go-live.md */
  exitCode = 1;
}

/**
 * What to print for a failure: the message of a Problem, what the system says of a path that may not be touched, or the stack
 * of a fault in the program.
 * @param {unknown} error
 * @returns {string}
 */
export function describe(error) {
  if (error instanceof Problem) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code = "", path, message, stack } = /** @type {NodeJS.ErrnoException} */ (error);
  if (path && ["EACCES", "EPERM", "EROFS"].includes(code))
    return `${message}\nRun it as the owner of that path, on a file system that can be written to.`;
  return stack ?? message;
}
