import { isDeadlock } from "./errors";

const MOST_TRIES = 4;

/**
 * Runs again what lost a deadlock: nothing of it stayed, and the winner is done.
 *
 * What writes several tables takes their locks in one order, so that two of them never wait for each other: the
 * checkout's row, or for a new one its order's place in the unique index, then the rows that belong to that checkout
 * alone, its idempotency key, and the contact last, which checkouts of one person share. An enrolment comes before its
 * mails and authorities, a webhook delivery before its endpoint. Only work on many rows at once, which come in no
 * order, can meet in a deadlock.
 */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === MOST_TRIES || !isDeadlock(error)) throw error;
    }
  }
}
