import { type SQL, sql } from "drizzle-orm";
import { paymentPlan } from "../../drizzle/schema";
import { oneOf } from "../../drizzle/schema/columns";
import { AWAITING_STATUSES, type CheckoutStatus } from "../domain/states";

export const at = (instant: Date): SQL => sql`${instant.toISOString()}::timestamptz`;

/** The end of a lease that begins now. */
export const LEASE: SQL = sql`now() + interval '20 seconds'`;

/** Of `webhook_endpoint w`. */
export const IS_ENABLED: SQL = sql`w.disabled_reason is null and w.deleted_at is null`;

/** An endpoint that names no types gets all. */
export const takesType = (type: SQL): SQL =>
  sql`(cardinality(w.event_types) = 0 or ${type} = any (w.event_types))`;

/** A UUIDv7. Only PostgreSQL 18 and later make one by themselves. */
export const NEW_UUID: SQL = sql`encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
  placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`;

/** Of `checkout c`: there is still something to pay by its plan. */
export const IS_COLLECTED = sql`exists (select 1 from ${paymentPlan} p where p.provider_id = c.provider_id
  and p.checkout_id = c.id and p.status not in ('Completed', 'Ended'))`;

/** Literals, not parameters: PostgreSQL uses a partial index only where the condition is written out the same. */
export const hasStatusOf = (statuses: readonly CheckoutStatus[]) => oneOf("checkout_status", statuses);

export const IS_AWAITING = hasStatusOf(AWAITING_STATUSES);
