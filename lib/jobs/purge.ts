import type { CheckoutDeps } from "../checkout/context";
import { claimJob, continueJob, finishJob } from "../db/jobs";
import {
  type Purge,
  purgeEnrolments,
  purgeEventBodies,
  purgeIdempotencyKeys,
  purgeLinkRequests,
  purgeMails,
  purgeWebhookAttempts,
  purgeWebhookDeliveries,
  purgeWebhookEndpoints,
} from "../db/purge";
import { purgeRateBuckets } from "../db/rate-buckets";
import { UNFINISHED_KEPT_MS } from "../domain/enrolments";
import { DAY_MS, MINUTE_MS } from "../domain/time";
import { EVENTS_KEPT_MS } from "../domain/webhooks";

const EVERY_MS = 10 * MINUTE_MS;
const LINK_REQUESTS_KEPT_MS = DAY_MS;
const BATCH = 500;
const MOST_BATCHES = 20;

/**
 * Forgets what has had its time, in small batches: no statement holds many rows, and no tick takes long. What would be
 * looked at again and again, because most of it stays, is looked at once: from where the last run came to.
 * @returns how many rows were deleted or emptied
 */
export async function purgeWhenDue(deps: CheckoutDeps, now: Date): Promise<number> {
  await purgeRateBuckets(deps.db);
  const claimed = await claimJob(deps.db, "purge", now, EVERY_MS);
  if (!claimed) return 0;
  const ago = (ms: number, from = now) => new Date(from.getTime() - ms);
  // Of a run under a clock that was ahead, nothing follows.
  const last = claimed.reachedAt && claimed.reachedAt <= now ? claimed.reachedAt : null;
  const events = last && ago(EVENTS_KEPT_MS, last);
  const enrolments = last && ago(UNFINISHED_KEPT_MS, last);
  const purges: Purge[] = [
    purgeIdempotencyKeys(now),
    purgeEventBodies(events, ago(EVENTS_KEPT_MS)),
    // Each of these three after the one that it is named by.
    purgeWebhookAttempts(ago(EVENTS_KEPT_MS)),
    purgeWebhookDeliveries(ago(EVENTS_KEPT_MS)),
    purgeWebhookEndpoints(ago(EVENTS_KEPT_MS)),
    purgeMails(ago(EVENTS_KEPT_MS)),
    purgeLinkRequests(ago(LINK_REQUESTS_KEPT_MS)),
    purgeEnrolments(enrolments, ago(UNFINISHED_KEPT_MS)),
  ];
  let gone = 0;
  let complete = true;
  for (const purge of purges) {
    const done = await inBatches(deps, purge);
    gone += done.count;
    complete &&= done.complete;
  }
  if (complete) await finishJob(deps.db, "purge", now);
  else await continueJob(deps.db, "purge", now);
  return gone;
}

async function inBatches({ db }: CheckoutDeps, purge: Purge) {
  let count = 0;
  for (let batches = 0; batches < MOST_BATCHES; batches++) {
    const done = await purge(db, BATCH);
    count += done;
    if (done < BATCH) return { count, complete: true };
  }
  return { count, complete: false };
}
