import { ConnectionError, retryAfterOf } from "./errors.js";

export type Fetch = (request: Request) => Promise<Response>;

export interface RetryOptions {
  /** How often a request is sent again: 4 where nothing is said. With 0 each goes out once, as it is. */
  maxRetries?: number;
  /** Milliseconds, 60,000 where nothing is said: no retry begins later than this after the first attempt. */
  maxRetryTimeMs?: number;
  /** Milliseconds for each attempt, 30,000 where nothing is said. */
  timeoutMs?: number;
}

const CREATE = /\/(v1\/provider-checkouts|api\/provider-checkout)$/;
/** POSTs whose repetition has the same effect and the same answer: create by its key, the others by themselves. */
const REPEATABLE = [
  CREATE,
  /\/api\/provider-checkout-confirm$/,
  /\/v1\/provider-checkouts\/[^/]+\/(confirm|cancel)$/,
  /\/v1\/sandbox\/provider-checkouts\/[^/]+\/(authorise-direct-debit|expire)$/,
  /\/v1\/webhook-endpoints\/[^/]+$/,
];
/** The service says so before it has done anything. */
const NOTHING_WAS_DONE = [
  "rate_limited",
  "service_unavailable",
  "request_timeout",
  "idempotency_in_progress",
];
const FIRST_PAUSE_MS = 500;
const KEY = "Idempotency-Key";

/**
 * Sends again what failed for a reason that passes, where a repetition can do no harm: a lost answer or a fault of the
 * service only of reads and of what is repeatable; a refusal before anything was done, of everything. `Retry-After` is
 * the least wait, and up to half of it comes on top. The last answer is the result.
 */
export function withRetries(fetch: Fetch, options: RetryOptions): Fetch {
  const { maxRetries = 4, maxRetryTimeMs = 60_000, timeoutMs = 30_000 } = options;
  return async (request) => {
    const headers = new Headers(request.headers);
    if (maxRetries > 0 && isCreate(request) && !headers.has(KEY)) headers.set(KEY, newKey());
    const content = await request.arrayBuffer();
    const sent = { headers, body: content.byteLength > 0 ? content : undefined };
    const isRepeatable = canRepeat(request);
    const until = performance.now() + maxRetryTimeMs;
    for (let retries = 0; ; retries += 1) {
      const outcome = await attempt(fetch, request, sent, timeoutMs);
      if (retries < maxRetries && (await isPassing(outcome, isRepeatable))) {
        const pause = pauseAfter(outcome, retries);
        if (performance.now() + pause <= until) {
          await sleep(pause, request.signal);
          continue;
        }
      }
      if (outcome instanceof Error) throw outcome;
      return outcome;
    }
  };
}

const isCreate = ({ method, url }: Request) => method === "POST" && CREATE.test(new URL(url).pathname);

/** Letters only: digits in a row may look like a card number, which the service refuses. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `client-${Array.from(bytes, (byte) => String.fromCharCode(97 + (byte % 26))).join("")}`;
}

function canRepeat({ method, url }: Request): boolean {
  if (method === "GET" || method === "HEAD") return true;
  return method === "POST" && REPEATABLE.some((path) => path.test(new URL(url).pathname));
}

/** One request and its whole answer: a body that breaks off is a lost answer too. */
async function attempt(
  fetch: Fetch,
  request: Request,
  sent: { headers: Headers; body: ArrayBuffer | undefined },
  timeoutMs: number,
): Promise<Response | ConnectionError> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error(`No answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    const signal = AbortSignal.any([request.signal, limit.signal]);
    const response = await fetch(new Request(request, { ...sent, signal }));
    const body = await response.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, response);
  } catch (error) {
    request.signal.throwIfAborted();
    const { origin } = new URL(request.url);
    return new ConnectionError(`No answer from ${origin}: ${reasonOf(error)}`, null, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Node's fetch says only that it failed; the reason is beneath. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || String((cause as { code?: unknown }).code ?? error.message);
}

async function isPassing(outcome: Response | ConnectionError, isRepeatable: boolean): Promise<boolean> {
  if (outcome instanceof Error) return isRepeatable;
  if (outcome.status < 400) return false;
  const code = await codeOf(outcome);
  if (code !== null) return NOTHING_WAS_DONE.includes(code) || (isRepeatable && code === "internal_error");
  // Not the service's answer: nobody knows what was done.
  return isRepeatable && [429, 502, 503, 504].includes(outcome.status);
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
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end, { once: true });
  });
}
