const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "ECONNRESET",
  "EPIPE",
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "53300", // too_many_connections
]);
/** Of those, the ones that can only come before a statement was sent. */
const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "CONNECT_TIMEOUT",
  "57P03",
  "53300",
]);

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (codes.has(String((cause as { code?: unknown }).code))) return true;
  return false;
}

/** The database could not be reached, or went away: trying again later makes sense. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return hasCode(error, UNREACHABLE);
}

/** The database could not be reached and certainly did nothing. */
export function databaseWasNeverReached(error: unknown): boolean {
  return hasCode(error, NEVER_SENT);
}
