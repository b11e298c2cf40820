/** Codes of the system and the driver for a database that cannot be reached or went away. */
const CONNECTION_FAULTS =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|TARGET_SESSION_ATTRS|DEADLINE_MISSED|LINE_TOO_LONG)$/;
/** Codes of PostgreSQL: connection, resources, shutdown, a standby, time-outs of a statement and a lock, a deadlock. */
const SERVER_FAULTS = /^(08...|53...|57P0.|57014|55P03|25006|40001|40P01)$/;
/** Those of both for a connection that was open, or about to be, and is gone. */
const CONNECTION_LOST = /^(ECONNRESET|EPIPE|CONNECTION_(CLOSED|DESTROYED)|57P01|57P02)$/;
/** Those of both that mean that no statement was sent. */
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|TARGET_SESSION_ATTRS|LINE_TOO_LONG|57P03|53300)$/;

/** The code of an error of the system, the driver or PostgreSQL; "" where it has none. */
export const codeOf = (error: Error): string =>
  "code" in error && typeof error.code === "string" ? error.code : "";

function someCode(error: unknown, ...wanted: RegExp[]): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = codeOf(cause);
    if (wanted.some((one) => one.test(code))) return true;
  }
  return false;
}

type Judge = (error: unknown) => boolean;

/** Trying again later makes sense. */
export const isDatabaseUnavailable: Judge = (error) => someCode(error, CONNECTION_FAULTS, SERVER_FAULTS);

/** The database certainly did nothing. */
export const databaseWasNeverReached: Judge = (error) => someCode(error, NEVER_SENT);

/** Nobody answers where the database should be, or stopped answering. */
export const isOutOfReach: Judge = (error) => someCode(error, CONNECTION_FAULTS);

/** Nothing was heard while a connection was opened. */
export const isConnectTimeout: Judge = (error) => someCode(error, /^CONNECT_TIMEOUT$/);

/** The connection was lost; another one may work. */
export const isConnectionLost: Judge = (error) => someCode(error, CONNECTION_LOST);

/** The server takes no writes: another one is the primary. */
export const isStandby: Judge = (error) => someCode(error, /^25006$/);

/** The database did not answer in time; what was sent may be done all the same. */
export const isDeadlineMissed: Judge = (error) => someCode(error, /^DEADLINE_MISSED$/);

/** PostgreSQL ended this statement for another one; nothing of it stayed. */
export const isDeadlock: Judge = (error) => someCode(error, /^(40P01|40001)$/);

/** The session's role lacks a right, the role that it takes is not there, or a policy is for it that is not meant. */
export const isNotAllowed: Judge = (error) => someCode(error, /^(42501|22023|42704|22P02)$/);

/** A constraint refused the row. */
export const isRowRefused: Judge = (error) => someCode(error, /^23...$/);

/** A statement waited for a lock longer than its lock_timeout; its transaction did nothing. */
export const isLockTimeout: Judge = (error) => someCode(error, /^55P03$/);

/** An error with one of the codes above. */
export const faultOf = (code: string, message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, cause === undefined ? {} : { cause }), { code });

export const connectionLost = (cause?: unknown) =>
  faultOf("CONNECTION_CLOSED", "The connection to the database was lost", cause);

export const deadlineMissed = () => faultOf("DEADLINE_MISSED", "The database did not answer in time");

/** Like a race that PostgreSQL ended, it is worth trying again later. */
export const raceLost = () => faultOf("40001", "Others wrote the same rows first, each time");
