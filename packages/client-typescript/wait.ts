import { ConnectionError, isProblem } from "./errors.js";
import { millisecondsOf, optionsOf } from "./options.js";
import { sleep } from "./retry.js";
import type { components } from "./schema.js";

type CheckoutStatus = components["schemas"]["CheckoutStatus"];

export interface WaitOptions {
  /** Milliseconds, 120,000 where nothing is said. */
  timeoutMs?: number;
  /** Ends the wait at once: it rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds between two questions, 5,000 where nothing is said. */
  intervalMs?: number;
  /** The student has been sent to `next_action.url`: wait on until nothing is asked of the student any more. */
  studentIsActing?: boolean;
}

/** The time was over before the outcome was known. It is no failure: the card may have been charged. */
export class WaitTimeoutError extends Error {
  override readonly name = "WaitTimeoutError";

  /** @param checkout as it was last seen; null where no answer came at all */
  constructor(
    message: string,
    readonly checkout: CheckoutStatus | null,
  ) {
    super(message);
  }
}

/** The status if it has changed since this ETag; null if not. */
type AskForStatus = (
  etag: string | undefined,
  signal: AbortSignal,
) => Promise<{ checkout: CheckoutStatus; etag: string | undefined } | null>;

/** Asks until there is nothing to wait for. What passes, such as a lost connection, ends no wait. */
export async function untilOutcome(ask: AskForStatus, options: WaitOptions = {}): Promise<CheckoutStatus> {
  const taken = ["timeoutMs", "intervalMs", "studentIsActing", "signal"] as const;
  const {
    timeoutMs = 120_000,
    intervalMs = 5_000,
    studentIsActing = false,
    signal,
  } = optionsOf("checkouts.waitForOutcome", options, ...taken);
  const over = AbortSignal.timeout(millisecondsOf("timeoutMs", timeoutMs, 0));
  const either = signal ? AbortSignal.any([signal, over]) : over;
  const pauseMs = millisecondsOf("intervalMs", intervalMs, 1);
  let last: CheckoutStatus | null = null;
  let etag: string | undefined;
  try {
    for (;;) {
      let pause = pauseMs;
      try {
        const news = await ask(etag, either);
        if (news) ({ checkout: last, etag } = news);
        if (last && !isWaiting(last, studentIsActing)) return last;
      } catch (error) {
        if (!(error instanceof ConnectionError) && !(isProblem(error) && error.retryable)) throw error;
        if (isProblem(error)) pause = Math.max(pause, (error.retryAfter ?? 0) * 1000);
      }
      await sleep(pause * (1 + Math.random() / 5), either);
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (over.aborted)
      throw new WaitTimeoutError(
        `The checkout is ${last?.checkout_status ?? "unknown"} after ${timeoutMs} ms`,
        last,
      );
    throw error;
  }
}

function isWaiting({ next_action: { type, url } }: CheckoutStatus, studentIsActing: boolean): boolean {
  if (type === "authorise_direct_debit") return studentIsActing;
  // An address is where the student answers the bank; null stands for one that this key may not read.
  return type === "wait" && (url === undefined || studentIsActing);
}
