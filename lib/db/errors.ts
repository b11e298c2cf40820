/** What the driver and the system say when the database cannot be reached or went away. */
const CONNECTION_FAULTS = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "DEADLINE_MISSED",
]);
/** PostgreSQL's own: connection, resources, shutdown, a standby, a statement cut off, a race lost too often. */
const SERVER_FAULTS = /^(08...|53...|57P0.|57014|25006|40001|40P01)$/;
/** Of those, the ones that can only come before a statement was sent. */
const NEVER_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "CONNECT_TIMEOUT", "57P03", "53300"]);

function someCode(error: unknown, fits: (code: string) => boolean): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === "string" && fits(code)) return true;
  }
  return false;
}

/** The database could not be reached, went away or could not cope: trying again later makes sense. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return someCode(error, (code) => CONNECTION_FAULTS.has(code) || SERVER_FAULTS.test(code));
}

/** The database could not be reached and certainly did nothing. */
export function databaseWasNeverReached(error: unknown): boolean {
  return someCode(error, (code) => NEVER_SENT.has(code));
}

/** Two statements waited for each other and this one was ended; nothing of it stayed. */
export function isDeadlock(error: unknown): boolean {
  return someCode(error, (code) => code === "40P01" || code === "40001");
}

/** A race that was lost each time it was tried: worth trying again later, like one that the database ended. */
export const raceLost = () =>
  Object.assign(new Error("Others wrote the same rows first, each time"), { code: "40001" });

/** One of several writes that belong together found nothing to write, and the statement divided by zero to end itself. */
export function isTorn(error: unknown): boolean {
  return someCode(error, (code) => code === "22012");
}
