import type { ApiRequest } from "../../packages/http/types";
import { codeOf } from "../../packages/text/narrow";
import type { LoggedRequest } from "../db/request-log";
import type { Outcome } from "./operation";

/** No response waits for the log: it is written this much later, all entries together. */
const EVERY_MS = 1_000;
/** Requests that wait to be written. The oldest are dropped for new ones. */
const MAX_WAITING = 5_000;

export type RequestLog = ReturnType<typeof createRequestLog>;

/**
 * The newest requests of all keys together, until they are written.
 * @param write never rejects
 * @param hasTimer false on a platform that freezes the process: there `flush` is called after responses
 */
export function createRequestLog(
  write: (rows: readonly LoggedRequest[]) => Promise<void>,
  hasTimer: boolean,
) {
  let waiting: LoggedRequest[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // Taken when their turn comes, so that only the newest wait while the database does not respond.
    writing = writing.then(async () => {
      const rows = waiting;
      waiting = [];
      if (rows.length > 0) await write(rows);
    });
    return writing;
  }

  return {
    note(request: LoggedRequest): void {
      waiting.push(request);
      if (waiting.length > MAX_WAITING) waiting.shift();
      if (hasTimer) timer ??= setTimeout(flush, EVERY_MS).unref();
    },
    flush,
  };
}

/** Successful polling of the command line is not logged: `listen` asks every two seconds. A refusal is logged. */
export const isOwnReading = (
  { method, headers }: Pick<ApiRequest, "method" | "headers">,
  { status }: { status: number },
) => method === "GET" && status < 400 && /^provider-checkout-cli\//.test(headers["user-agent"] ?? "");

/** Of a decline, whose problem is a stored response. */
export function problemCodeIn({ status, body }: Outcome): string | null {
  if (status < 400 || body === null) return null;
  const problem = body instanceof Uint8Array ? Buffer.from(body).toString() : body;
  return codeOf(typeof problem === "string" ? JSON.parse(problem) : problem) || null;
}
