import { MINUTE_MS } from "../../packages/dates/time";
import type { CheckoutDeps } from "../checkout/context";
import { claimJob, continueJob, finishJob } from "../db/jobs";
import { type Purge, purgesAt } from "../db/purge";
import { purgeRateBuckets } from "../db/rate-buckets";

const EVERY_MS = 10 * MINUTE_MS;
const BATCH = 500;
const MAX_BATCHES = 20;

/** How many rows it deleted or emptied. Small batches, so that no statement locks many rows and no tick takes long. */
export async function purgeWhenDue(deps: CheckoutDeps, now: Date): Promise<number> {
  await purgeRateBuckets(deps.db);
  const claimed = await claimJob(deps.db, "purge", now, EVERY_MS);
  if (!claimed) return 0;
  // A last run in the future comes from a clock that was ahead. Ignore it.
  const last = claimed.reachedAt && claimed.reachedAt <= now ? claimed.reachedAt : null;
  let gone = 0;
  let complete = true;
  for (const purge of purgesAt(now, last)) {
    const count = await inBatches(deps, purge);
    gone += count;
    complete &&= count < MAX_BATCHES * BATCH;
  }
  if (complete) await finishJob(deps.db, "purge", now);
  else await continueJob(deps.db, "purge", now);
  return gone;
}

async function inBatches({ db }: CheckoutDeps, purge: Purge): Promise<number> {
  let count = 0;
  for (let batches = 0; batches < MAX_BATCHES && count === batches * BATCH; batches++)
    count += await purge(db, BATCH);
  return count;
}
