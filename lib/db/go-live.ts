import { type SQL, sql } from "drizzle-orm";
import {
  chargeAttempt,
  checkout,
  enrolment,
  event,
  requestLog,
  webhookDelivery,
  webhookEndpoint,
} from "../../drizzle/schema";
import type { EventType } from "../../drizzle/vocabulary";
import { instantOf } from "../../packages/dates/time";
import { readRows } from "../../packages/postgres-guard/index";
import { type Id, idFromUuid, idToUuid } from "../domain/ids";
import type { Db } from "./client";

/** What proves each item, by the kind of its id. */
const PROOFS = {
  card: "chk",
  declined: "chk",
  replayed: "req",
  unknown: "chk",
  signed: "chk",
  expired: "chk",
  received: "whd",
  again: "whd",
} as const;
export type Item = keyof typeof PROOFS;

/** So many of the newest are looked through. */
const NEAR = sql.raw("1000");

/** The newest proof of each item that has one. */
export async function findProofs(db: Db, providerId: Id<"prv">) {
  const own = sql`${idToUuid(providerId)}::uuid`;
  /** Checkouts with such an event that the provider's system made: the portal's belong to an enrolment. */
  const ofApi = (type: EventType, further: SQL = sql`true`) => sql`
    select c.id, e.occurred_at as at from (
      select * from ${event} where provider_id = ${own} and type = ${type} order by id desc limit ${NEAR}) e
    join ${checkout} c on c.provider_id = ${own} and c.id = e.checkout_id
    where not exists (
      select from ${enrolment} n where n.provider_id = ${own} and n.provider_order_id = c.provider_order_id)
      and ${further}
    order by e.id desc limit 1`;
  const attempt = (which: SQL) => sql`exists (
    select from ${chargeAttempt} a where a.provider_id = ${own} and a.provider_order_id = c.provider_order_id and ${which})`;
  const delivered = (which: SQL) => sql`
    select d.id, d.finished_at as at from ${webhookEndpoint} w cross join lateral (
      select * from ${webhookDelivery} where provider_id = ${own} and endpoint_id = w.id and status = 'delivered'
      order by id desc limit ${NEAR}) d
    where w.provider_id = ${own} and d.kind <> 'test' and ${which} order by d.id desc limit 1`;
  const proofs: Record<Item, SQL> = {
    card: ofApi("card_payment.succeeded"),
    declined: ofApi("card_payment.succeeded", attempt(sql`a.status = 'declined'`)),
    replayed: sql`select id, at from ${requestLog} where provider_id = ${own} and is_replay order by id desc limit 1`,
    unknown: ofApi(
      "card_payment.succeeded",
      sql`${attempt(sql`a.checkout_id = c.id and a.status = 'succeeded' and a.recoveries > 0`)}
        and not ${attempt(sql`a.checkout_id <> c.id and a.status = 'succeeded'`)}`,
    ),
    signed: ofApi("payment_plan.signed"),
    expired: ofApi("checkout.expired"),
    received: delivered(sql`w.disabled_at is null and w.deleted_at is null`),
    again: delivered(sql`(d.kind = 'replay' or d.attempts > 1)`),
  };
  const parts = Object.entries(proofs).map(
    ([item, proof]) => sql`select ${item}::text as item, p.id, p.at from (${proof}) p`,
  );
  const rows = await readRows<{ item: Item; id: string; at: unknown }>(db, sql.join(parts, sql` union all `));
  return new Map(
    rows.map(({ item, id, at }) => [item, { id: idFromUuid(PROOFS[item], id), at: instantOf(at) }]),
  );
}
