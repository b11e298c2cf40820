import { ConnectionError, retryAfterOf, strangersAnswer } from "./errors.js";
import { REPEATABLE } from "./operations.js";
import { millisecondsOf } from "./options.js";
import { letters } from "./sandbox.js";

export type Fetch = (request: Request) => Promise<Response>;

export interface RetryOptions {
  /** How often a request is sent again: 4 where nothing is said. With 0 each goes out once, as it is. */
  maxRetries?: number;
  /** Milliseconds, 60,000 where nothing is said: no retry begins later than this after the first attempt. */
  maxRetryTimeMs?: number;
  /** Milliseconds for each attempt, 30,000 where nothing is said. */
  timeoutMs?: number;
}

/** The service says so before it has done anything. */
const NOTHING_WAS_DONE = ["rate_limited", "request_timeout"];
/** What was asked for is being made: only the time limits how often to ask. */
const UNDER_WAY = ["idempotency_in_progress", "agreement_being_made"];
/** A database that went away in the midst of the work: nobody knows what it had done. */
const MAY_BE_DONE = ["internal_error", "service_unavailable"];
/** What a timer takes; of more it makes a millisecond. */
const MAX_PAUSE_MS = 2 ** 31 - 1;
const FIRST_PAUSE_MS = 500;
const KEY = "Idempotency-Key";

/**
 * Sends again what failed for a reason that passes, where a repetition can do no harm: a lost answer or a fault of the
 * service only of reads and POSTs, by their key or by themselves; a refusal before anything was done, of everything.
 * `Retry-After` is the least wait, and up to half of it comes on top. The last answer is the result.
 */
export function withRetries(fetch: Fetch, options: RetryOptions): Fetch {
  if (typeof fetch !== "function") throw new TypeError(`fetch must be a function, not ${typeof fetch}`);
  const { maxRetries = 4 } = options;
  if (!Number.isInteger(maxRetries) || maxRetries < 0)
    throw new TypeError(`maxRetries must be a whole number, 0 or more, not ${String(maxRetries)}`);
  const maxRetryTimeMs = millisecondsOf("maxRetryTimeMs", options.maxRetryTimeMs ?? 60_000, 0);
  const timeoutMs = millisecondsOf("timeoutMs", options.timeoutMs ?? 30_000, 1);
  return async (request) => {
    const headers = new Headers(request.headers);
    if (maxRetries > 0 && needsKey(request) && !headers.has(KEY)) headers.set(KEY, `client-${letters(32)}`);
    const content = await request.arrayBuffer();
    const sent = { headers, body: content.byteLength > 0 ? content : undefined };
    const isRepeatable = ["GET", "HEAD", "POST"].includes(request.method);
    const until = performance.now() + maxRetryTimeMs;
    for (let retries = 0; ; ) {
      const outcome = await attempt(fetch, request, sent, timeoutMs);
      const code = outcome instanceof Error ? null : await codeOf(outcome);
      const isUnderWay = maxRetries > 0 && code !== null && UNDER_WAY.includes(code);
      if (isUnderWay || (retries < maxRetries && isPassing(outcome, code, isRepeatable))) {
        const pause = Math.max(pauseAfter(outcome, retries), isUnderWay ? FIRST_PAUSE_MS : 0);
        if (performance.now() + pause <= until) {
          await sleep(pause, request.signal);
          if (!isUnderWay) retries += 1;
          continue;
        }
      }
      if (outcome instanceof Error) throw outcome;
      const isRedirect = outcome.status >= 300 && outcome.status < 400 && outcome.status !== 304;
      if (isRedirect || (outcome.ok && !(await isTheirs(request, outcome))))
        throw strangersAnswer(outcome.status);
      return outcome;
    }
  };
}

/** A login page of a network on the way comes with 200 too. */
async function isTheirs({ method }: Request, response: Response): Promise<boolean> {
  if (response.status === 204) return method === "DELETE";
  const type = response.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/pdf")) return true;
  if (!type.startsWith("application/json")) return false;
  const reading = response.clone().json();
  return reading.then(
    (data) => typeof data === "object" && data !== null,
    () => false,
  );
}

/** Whether only a key makes its repetition harmless. */
const needsKey = ({ method, url }: Request) =>
  method === "POST" && !REPEATABLE.some((path) => path.test(new URL(url).pathname));

/** One request and its whole response: a body that breaks off is a lost response too. */
async function attempt(
  fetch: Fetch,
  request: Request,
  sent: { headers: Headers; body: ArrayBuffer | undefined },
  timeoutMs: number,
): Promise<Response | ConnectionError> {
  try {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
    const response = await fetch(new Request(request, { ...sent, signal, redirect: "manual" }));
    const body = await response.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, response);
  } catch (error) {
    request.signal.throwIfAborted();
    const { origin } = new URL(request.url);
    return new ConnectionError(`No response from ${origin}: ${reasonOf(error)}`, null, { cause: error });
  }
}

/** Node's fetch says only that it failed; the reason is beneath. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return (
    cause.message.trim().replace(/\s*\n\s*/g, " ") || ("code" in cause ? String(cause.code) : error.message)
  );
}

/** @param code of the problem; null where it is not the service's */
function isPassing(outcome: Response | ConnectionError, code: string | null, isRepeatable: boolean): boolean {
  if (outcome instanceof Error) return isRepeatable;
  if (outcome.status < 400) return false;
  if (code !== null) return NOTHING_WAS_DONE.includes(code) || (isRepeatable && MAY_BE_DONE.includes(code));
  // Not the service's answer: nobody knows what was done.
  return isRepeatable && (outcome.status === 429 || outcome.status >= 500);
}

/** @returns null where it is no problem document of the service */
async function codeOf(response: Response): Promise<string | null> {
  if (!response.headers.get("Content-Type")?.startsWith("application/problem+json")) return null;
  const problem = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: string } | null;
  return problem?.code ?? null;
}

function pauseAfter(outcome: Response | ConnectionError, retries: number): number {
  const named = outcome instanceof Error ? null : retryAfterOf(outcome);
  const least = named === null ? FIRST_PAUSE_MS * 2 ** retries : named * 1000;
  return least * (1 + Math.random() / 2);
}

/** @throws the signal's reason, as soon as it is aborted */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, Math.min(ms, MAX_PAUSE_MS));
    signal?.addEventListener("abort", end);
  });
}
