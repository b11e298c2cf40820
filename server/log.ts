import { hostname } from "node:os";
import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import { explainDatabaseFault } from "../lib/db/faults";
import { propertyOf } from "../lib/domain/narrow";

interface LimitedLog extends Logger {
  /** Writes what was counted and not written yet. */
  close(): void;
}

/** D-151: of each kind so many lines are written in full within so long; the others are one line with their count. */
const MAX_OF_A_KIND = 10;
const WINDOW_MS = 10_000;

type Method = NonNullable<NonNullable<LoggerOptions["hooks"]>["logMethod"]>;

/** Lines of one kind since the first of them. */
interface Seen {
  count: number;
  since: number;
  /** Writes a line of this kind. */
  write(details: object): void;
}

/**
 * The log: one line of JSON an event. Errors are written without what the caller sent: a failed query's message
 * carries its parameters, and PostgreSQL quotes values it could not read. Written to standard output, or somewhere else.
 */
export function createLog(level: string, to?: DestinationStream): LimitedLog {
  const seen = new Map<string, Seen>();
  let timer: NodeJS.Timeout | undefined;

  function flush(isOver: (one: Seen) => boolean): void {
    for (const [kind, one] of seen) {
      if (!isOver(one)) continue;
      seen.delete(kind);
      const repeated = one.count - MAX_OF_A_KIND;
      if (repeated > 0) one.write({ repeated, since: new Date(one.since).toISOString() });
    }
    clearTimeout(timer);
    timer = seen.size > 0 ? setTimeout(sweep, WINDOW_MS / 10).unref() : undefined;
  }
  function sweep(): void {
    const now = Date.now();
    // Also where the clock was set back.
    flush(({ since }) => now - since >= WINDOW_MS || now < since);
  }

  const logMethod: Method = function (args, method, number) {
    const [details, message = ""] = args as [Record<string, unknown>, string?];
    // Security events are counted already, by kind and sender; of requests each line is wanted.
    if (details.event === "security" || details.event === "request") return method.apply(this, args);
    const kind = `${number} ${message} ${codesOf(details.error)}`;
    const one = seen.get(kind) ?? {
      count: 0,
      since: Date.now(),
      write: (counted) => method.call(this, counted, message),
    };
    seen.set(kind, one);
    one.count += 1;
    timer ??= setTimeout(sweep, WINDOW_MS / 10).unref();
    if (one.count <= MAX_OF_A_KIND) method.apply(this, args);
  };
  const base = { pid: process.pid, host: hostname() };
  const log = pino({ level, base, serializers: { error: describeError }, hooks: { logMethod } }, to);
  return Object.assign(log, { close: () => flush(() => true) });
}

/** Names and codes of an error and its causes: what went wrong, without what is different each time. */
function codesOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  // An exception of the platform, such as a time-out's, has a number.
  const code = String(propertyOf(error, "code") ?? "");
  // A pooler has one code for many faults.
  const means = code.startsWith("08") ? explainDatabaseFault(error)?.means : "";
  return `${error.name} ${code} ${means} ${error.cause === undefined ? "" : codesOf(error.cause)}`;
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
