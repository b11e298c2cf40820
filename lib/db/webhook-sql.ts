import { type SQL, sql } from "drizzle-orm";

/** Parts of statements, most of them over `webhook_endpoint w` and its deliveries. */
export const at = (instant: Date): SQL => sql`${instant.toISOString()}::timestamptz`;

/** Whether an endpoint gets anything at all. */
export const IS_ENABLED: SQL = sql`w.disabled_reason is null and w.deleted_at is null`;

/** Whether an endpoint takes events of a type: all of them where it names none. */
export const takesType = (type: SQL): SQL =>
  sql`(cardinality(w.event_types) = 0 or ${type} = any (w.event_types))`;

/** A UUIDv7, which PostgreSQL makes by itself from 18 on only. */
export const NEW_UUID: SQL = sql`encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
  placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`;
