import { hostname } from "node:os";
import { type DestinationStream, type Logger, pino } from "pino";
import { explainDatabaseFault } from "../packages/postgres-guard/faults";
import { propertyOf } from "../packages/text/narrow";

/**
 * The log: one line of JSON an event. Errors are written without what the caller sent: a failed query's message
 * carries its parameters, and PostgreSQL quotes values it could not read. Written to standard output, or somewhere else.
 */
export function createLog(level: string, to?: DestinationStream): Logger {
  const base = { pid: process.pid, host: hostname() };
  return pino({ level, base, serializers: { error: describeError } }, to);
}

/** The same without the words of any of them: of an error that is not ours they may hold what was sent. */
export function placeOf(error: unknown): object {
  return JSON.parse(
    JSON.stringify(describeError(error), (key, value) => (key === "message" ? undefined : value)),
  );
}

/** Name, code and place of an error and of what caused it; never a value. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const [code, constraint_name, table_name] = ["code", "constraint_name", "table_name"].map((name) =>
    propertyOf(error, name),
  );
  const isQuery = "query" in error || "severity" in error;
  const frames = (error.stack ?? "").split("\n").filter((line) => line.trimStart().startsWith("at "));
  return {
    name: error.name,
    ...(isQuery ? {} : { message: error.message }),
    ...(code !== undefined && { code }),
    // Its own words may hold values; these never do.
    ...(isQuery && explainDatabaseFault(error)),
    ...(constraint_name !== undefined && { constraint: constraint_name, table: table_name }),
    at: frames.slice(0, 8).map((line) => line.trim()),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
