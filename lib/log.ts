import { type DestinationStream, type Logger, pino } from "pino";
import type { Log } from "./domain/log";

export type { Logger };

/**
 * The log: one line of JSON an event. Errors are written without what the caller sent: a failed query's message
 * carries its parameters, and PostgreSQL quotes values it could not read. Written to standard output, or somewhere else.
 */
export function createLog(level: string, to?: DestinationStream): Logger {
  return pino({ level, base: null, serializers: { error: describeError } }, to);
}

interface DatabaseFault {
  code?: string;
  constraint_name?: string;
  table_name?: string;
}

/** The same without the words of any of them: of an error that is not ours they may hold what was sent. */
export function placeOf(error: unknown): object {
  return JSON.parse(
    JSON.stringify(describeError(error), (key, value) => (key === "message" ? undefined : value)),
  );
}

let noted = 0;

/** How many faults nobody expected, and ended nothing, since the process began. */
export const faultsNoted = (): number => noted;

/** Logs where it happened, and not its message, which could quote a request. */
export function noteFault(log: Pick<Log, "error">, error: unknown, words: string): void {
  noted++;
  log.error({ fault: placeOf(error) }, words);
}

/** Name, code and place of an error and of what caused it; never a value. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code, constraint_name, table_name } = error as DatabaseFault;
  const isQuery = "query" in error || "severity" in error;
  const frames = (error.stack ?? "").split("\n").filter((line) => line.trimStart().startsWith("at "));
  return {
    name: error.name,
    ...(isQuery ? {} : { message: error.message }),
    ...(code !== undefined && { code }),
    ...(constraint_name !== undefined && { constraint: constraint_name, table: table_name }),
    at: frames.slice(0, 8).map((line) => line.trim()),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
