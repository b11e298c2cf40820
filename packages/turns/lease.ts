import { SECOND_MS } from "../dates/time";

/**
 * How long a worker has a row to itself without a sign of life. After a worker was killed, its work is free again after this
 * time. The next look for work finds it, within 30 seconds in all.
 */
export const LEASE_MS = 20 * SECOND_MS;

const RENEW_MS = 5 * SECOND_MS;

/**
 * Renews a lease until it is ended, because work may take longer than a lease.
 * @param renew its failures are left to the lease's own end
 * @returns ends it: after that no renewal is in progress
 */
export function keepLease(renew: () => Promise<unknown>): () => Promise<void> {
  let renewing: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    // A slow renewal is not followed by a queue of others, for which the end would wait.
    renewing ??= renew()
      .catch(() => {})
      .finally(() => {
        renewing = null;
      });
  }, RENEW_MS);
  return async () => {
    clearInterval(timer);
    await renewing;
  };
}
