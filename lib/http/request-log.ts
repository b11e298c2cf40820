import { codeOf } from "../../packages/text/narrow";
import type { AnsweredRequest } from "../db/request-log";
import type { Outcome } from "./operation";

/** No response waits for the log: what came meanwhile is written together. */
const EVERY_MS = 1_000;
const AT_ONCE = 500;
/** Beyond these, requests are missing in the log. */
const MAX_WAITING = 5_000;

const ID = /^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

type Noted = Omit<AnsweredRequest, "agoMs">;

export interface RequestLog {
  /** @param since `performance.now()` when it arrived */
  note(request: Noted, since: number): void;
  /** Resolves when what was noted before is written, or lost. */
  flush(): Promise<void>;
}

/**
 * @param lost told how many are missing, and why where the database refused them
 * @param hasTimer false on a platform that freezes the process: there `flush` is called after each response
 */
export function createRequestLog(
  write: (requests: readonly AnsweredRequest[]) => Promise<void>,
  lost: (count: number, error?: unknown) => void,
  hasTimer: boolean,
): RequestLog {
  const waiting: { request: Noted; since: number }[] = [];
  let missed = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function writeWaiting(): Promise<void> {
    if (missed > 0) lost(missed);
    missed = 0;
    while (waiting.length > 0) {
      const now = performance.now();
      const some = waiting.splice(0, AT_ONCE);
      const requests = some.map(({ request, since }) => ({ ...request, agoMs: Math.round(now - since) }));
      await write(requests).catch((error) => lost(requests.length, error));
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writeWaiting);
    return writing;
  }

  return {
    note(request, since) {
      if (waiting.length >= MAX_WAITING) {
        missed += 1;
        return;
      }
      waiting.push({ request, since });
      if (!hasTimer) return;
      if (waiting.length === AT_ONCE) void flush();
      else timer ??= setTimeout(flush, EVERY_MS).unref();
    },
    flush,
  };
}

/** A path may name ids. Whatever else stands there could be a student's. */
export function loggedPath(template: string, ids: readonly string[]): string {
  const rest = [...ids];
  return template.replace(/\{\w+\}/g, (name) => {
    const id = rest.shift() ?? "";
    return ID.test(id) ? id : name;
  });
}

/** Of a decline, whose problem is a stored response. */
export function problemCodeIn({ status, body }: Outcome): string | null {
  if (status < 400 || body === null || body instanceof Uint8Array) return null;
  return codeOf(typeof body === "string" ? JSON.parse(body) : body) || null;
}
