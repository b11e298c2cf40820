import { sql } from "drizzle-orm";
import { rateBucket } from "../../drizzle/schema";
import type { Db } from "./client";

/**
 * A bucket that all servers share, kept by the database's clock. A negative number returns tokens. A refusal writes nothing.
 * Contract section 11.
 * @returns how many tokens the bucket lacks; for a refusal, how many it would lack
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
    where key = ${key} and not exists (select 1 from taken)`);
  // Another server created the bucket while this statement ran. The wait is unknown, and short.
  if (!row) return { admitted: false, missing: capacity + tokens };
  const missing = Math.max(0, row.seconds * perSecond);
  // Another took the last tokens while this statement ran, so it saw an older state of the bucket.
  if (!row.admitted && missing <= capacity) return { admitted: false, missing: capacity + tokens };
  return { admitted: row.admitted, missing };
}

/** A bucket without a row is full, so rows of full buckets can go. */
export async function purgeRateBuckets(db: Db): Promise<number> {
  const gone = await db.execute(sql`delete from ${rateBucket} where full_at <= now() returning 1`);
  return gone.length;
}
