import { isDeadlock } from "./errors";

const MAX_TRIES = 4;

/** Does again what failed for a reason that may be over by then. */
export async function again<T>(isWorthIt: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === MAX_TRIES || !isWorthIt(error)) throw error;
    }
  }
}

/**
 * Runs again what lost a deadlock: nothing of it stayed, and the winner is done.
 *
 * Writes of several tables lock them in one order, so that two never wait for each other. A change: the checkout, the rows
 * of that checkout alone, its idempotency key, the contact. A create: its idempotency key, its order's place in the unique
 * index, the contact; it takes no key of a checkout that may still change. An enrolment comes before its mails and authorities, a webhook delivery before its endpoint. A reset takes a checkout's events
 * before it, as their dispatch does. Only statements over many rows, which PostgreSQL locks in no fixed order, can still
 * deadlock.
 */
export const retried = <T>(work: () => Promise<T>): Promise<T> => again(isDeadlock, work);
