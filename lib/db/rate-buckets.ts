import { sql } from "drizzle-orm";
import { rateBucket } from "../../drizzle/schema";
import type { Db } from "./client";

/**
 * Takes tokens from a bucket that all servers share, in one statement and by the database's clock; a negative number
 * gives them back. A refusal writes nothing. Contract section 11.
 * @returns whether there were enough, and how many tokens are missing; of a refusal, how many would be
 */
export async function takeFromBucket(
  db: Db,
  key: string,
  tokens: number,
  { capacity, perSecond }: { capacity: number; perSecond: number },
): Promise<{ admitted: boolean; missing: number }> {
  const taken = sql`${tokens / perSecond}::float8 * interval '1 second'`;
  const whole = sql`${capacity / perSecond}::float8 * interval '1 second'`;
  const next = sql`greatest(bucket.full_at, now()) + ${taken}`;
  const [row] = await db.execute<{ admitted: boolean; seconds: number }>(sql`
    with taken as (
      insert into ${rateBucket} as bucket (key, full_at) values (${key}, now() + ${taken})
      on conflict (key) do update set full_at = ${next} where ${next} <= now() + ${whole}
      returning full_at
    )
    select true as admitted, extract(epoch from full_at - now())::float8 as seconds from taken
    union all
    select false, extract(epoch from ${next} - now())::float8 from ${rateBucket} as bucket
    where key = ${key} and not exists (select from taken)`);
  // Made and taken from by others since this statement began to look: its wait is not known, and short.
  if (!row) return { admitted: false, missing: capacity + tokens };
  const missing = Math.max(0, row.seconds * perSecond);
  return { admitted: row.admitted, missing: row.admitted ? missing : Math.max(missing, capacity) };
}

/** Forgets buckets that are full again: without a row they are just as full. Returns how many. */
export async function purgeRateBuckets(db: Db): Promise<number> {
  const gone = await db.execute(sql`delete from ${rateBucket} where full_at <= now() returning 1`);
  return gone.length;
}
