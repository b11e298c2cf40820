import type { ApiRequest } from "../../packages/http/types";
import { codeOf } from "../../packages/text/narrow";
import { type LoggedRequest, REQUESTS_KEPT } from "../domain/request-log";
import type { Outcome } from "./operation";

/** Answers wait for nothing; what was noted is written so much later, all of it together. */
const EVERY_MS = 1_000;
/** Keys of which requests wait to be written. */
const MAX_KEYS = 1_000;

export interface RequestLog {
  note(request: LoggedRequest): void;
  /** Writes what waits. It never rejects: without a database the newest requests of each key wait on, which is told once. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The newest requests of each key, until they are written. A flood of one key's pushes out its own older ones.
 * See docs/decisions/060-request-log.md.
 * @param write the rows at once
 * @param onTrouble told when writing begins to fail
 * @param hasTimer false on a platform that freezes the process: there `flush` is called after answers
 */
export function createRequestLog(
  write: (rows: readonly LoggedRequest[]) => Promise<void>,
  hasTimer: boolean,
  onTrouble: (error: unknown) => void,
): RequestLog {
  let waiting = new Map<string, LoggedRequest[]>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  let isTroubled = false;

  function keep(request: LoggedRequest): void {
    const ofKey = waiting.get(request.keyId) ?? [];
    if (ofKey.length === 0 && waiting.size >= MAX_KEYS) return;
    ofKey.push(request);
    if (ofKey.length > REQUESTS_KEPT) ofKey.shift();
    waiting.set(request.keyId, ofKey);
  }

  async function writeWaiting(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    const rows = [...waiting.values()].flat();
    waiting = new Map();
    const wasTroubled = isTroubled;
    isTroubled = false;
    await write(rows).catch((error) => {
      if (!wasTroubled) onTrouble(error);
      isTroubled = true;
      const since = [...waiting.values()].flat();
      waiting = new Map();
      for (const row of [...rows, ...since]) keep(row);
    });
  }

  /** One write is under way and one waits, however many ask: without a database each takes its time. */
  const flush = () => {
    next ??= writing.then(() => {
      next = null;
      return writeWaiting();
    });
    writing = next;
    return next;
  };

  return {
    note(request) {
      keep(request);
      if (!hasTimer || timer) return;
      timer = setTimeout(flush, EVERY_MS);
      timer.unref();
    },
    flush,
    close: flush,
  };
}

/** What the command line reads would push out what it looks for: `listen` asks every two seconds. A refusal is told. */
export const isOwnReading = (
  { method, headers }: Pick<ApiRequest, "method" | "headers">,
  { status }: { status: number },
) => method === "GET" && status < 400 && /^provider-checkout-cli\//.test(headers["user-agent"] ?? "");

/** Of a decline, whose problem is an answer that is kept. */
export function problemCodeIn({ status, body }: Outcome): string | null {
  if (status < 400 || body === null) return null;
  const problem = body instanceof Uint8Array ? Buffer.from(body).toString() : body;
  return codeOf(typeof problem === "string" ? JSON.parse(problem) : problem) || null;
}
