import { sql } from "drizzle-orm";
import {
  attentionMark,
  chargeAttempt,
  checkout,
  dda,
  email,
  event,
  OPEN_ATTEMPTS,
  operatorAlert,
  paymentPlan,
  refund,
  webhookEndpoint,
} from "../../drizzle/schema";
import { oneOf } from "../../drizzle/schema/columns";
import type { AlertKind, HoldReason } from "../../drizzle/vocabulary";
import { readRows } from "../../packages/postgres-guard/index";
import { type Id, idToUuid, isId } from "../domain/ids";
import { TRANSITIONS } from "../domain/states";
import type { Db } from "./client";
import { hasStatusOf } from "./sql";

export type AttentionKind =
  | HoldReason
  | "charge_unknown"
  | "refund_failed"
  | "payout"
  | "alert"
  | "unconfirmed"
  | "email_failed"
  | "webhook";

interface AttentionRow extends Record<string, unknown> {
  kind: AttentionKind;
  /** Kind and id of what needs attention. */
  item: string;
  owner: string | null;
  /** Milliseconds since 1970; null where it is not put off now. */
  putOffUntil: number | null;
  /** Of this kind, also beyond the rows. */
  total: number;
  /** Milliseconds since 1970, and seconds until now, by the database's clock. */
  since: number;
  age: number;
  checkoutId: string | null;
  student: string | null;
  reference: string | null;
  /** What it is where it is of no checkout, or what went wrong. */
  about: string;
  alertKind: AlertKind | null;
  /** A checkout's id and an order's reference, as an alert has them. */
  alertCheckout: string | null;
  alertOrder: string | null;
}

/**
 * Of each kind the oldest. Each part finds its rows by an index that holds little else.
 * @param asked for one item, wherever it stands; or what is put off, or what is not
 */
export async function findAttention(
  db: Db,
  providerId: Id<"prv">,
  asked: { item: string } | { isPutOff: boolean },
  most: number,
) {
  const wanted =
    "item" in asked
      ? sql`item = ${asked.item}`
      : asked.isPutOff
        ? sql`put_off_until is not null`
        : sql`put_off_until is null`;
  const told = await db
    .select({ reference: operatorAlert.reference })
    .from(operatorAlert)
    .where(
      sql`${operatorAlert.details} ->> 'provider_id' = ${providerId} and ${operatorAlert.resolvedAt} is null`,
    );
  /** Of which an alert says more. */
  const charges = told.flatMap(({ reference }) => (isId("cat", reference) ? idToUuid(reference) : []));
  const own = sql`provider_id = ${idToUuid(providerId)}::uuid`;
  const of = (alias: string) => sql`${sql.raw(alias)}.${own}`;
  const isRecent = (column: string) => sql`${sql.raw(column)} > now() - interval '30 days'`;
  return readRows<AttentionRow>(
    db,
    sql`with item as (
      select p.hold_reason as kind, p.checkout_id as id, p.checkout_id, '' as about, null::jsonb as alert, coalesce((
        select e.occurred_at from ${event} e where ${of("e")} and e.checkout_id = p.checkout_id
          and e.type = 'payment_plan.on_hold' order by e.sequence desc limit 1), p.updated_at) as since
      from ${paymentPlan} p where ${of("p")} and p.hold_reason is not null
      union all select 'refund_failed', r.id, r.checkout_id, r.failure_reason, null, r.updated_at
      from ${refund} r where ${of("r")} and r.status = 'Failed' and ${isRecent("r.updated_at")} and not exists (
        select from ${refund} again where ${of("again")} and again.checkout_id = r.checkout_id
          and again.created_at > r.created_at and again.status <> 'Failed')
      union all select case a.kind when 'settlement_problem' then 'payout' else 'alert' end, a.id, null,
        coalesce(a.details ->> 'gateway_reference', a.reference),
        jsonb_build_array(a.kind, a.details ->> 'checkout_id', a.details ->> 'provider_order_id'), a.first_seen_at
      from ${operatorAlert} a where a.details ->> 'provider_id' = ${providerId} and a.resolved_at is null
      union all select 'unconfirmed', c.id, c.id, '', null, d.authorised_at
      from ${checkout} c join ${dda} d on ${of("d")} and d.checkout_id = c.id and d.ended_at is null
      where ${of("c")} and ${hasStatusOf(TRANSITIONS.confirm.from)} and c.expires_at > now()
        and d.authorised_at < now() - interval '1 day'
      union all select 'charge_unknown', id, checkout_id, '', null, created_at
      from ${chargeAttempt} where ${own} and ${oneOf("status", OPEN_ATTEMPTS)}
        and created_at < now() - interval '10 minutes' and id <> all (${`{${charges}}`}::uuid[])
      union all select 'email_failed', id, checkout_id, address, null, finished_at
      from ${email} where ${own} and status = 'failed' and ${isRecent("finished_at")}
      union all select 'webhook', id, null, url, null, coalesce(disabled_at, failing_since)
      from ${webhookEndpoint} where ${own} and deleted_at is null
        and (failing_since is not null or disabled_reason in ('gone', 'failing'))),
    marked as (
      select i.*, i.kind || '.' || i.id as item, m.owner,
        case when m.put_off_until > now() then m.put_off_until end as put_off_until
      from item i left join ${attentionMark} m
        on ${of("m")} and m.item = i.kind || '.' || i.id and m.since = i.since)
    select f.kind, f.item, f.owner, extract(epoch from f.put_off_until)::float8 * 1000 as "putOffUntil",
      f.total, f.about, f.checkout_id as "checkoutId", c.provider_order_id as reference,
      c.first_name || ' ' || c.last_name as student, alert ->> 0 as "alertKind", alert ->> 1 as "alertCheckout",
      alert ->> 2 as "alertOrder", extract(epoch from since)::float8 * 1000 as since,
      extract(epoch from now() - since)::float8 as age
    from (select *, count(*) over (partition by kind)::int as total,
      row_number() over (partition by kind order by since) as place from marked where ${wanted}) f
    left join ${checkout} c on ${of("c")} and c.id = f.checkout_id
    where place <= ${most}::int order by f.since`,
  );
}

type Mark = typeof attentionMark.$inferInsert;

/** A mark of what the item was before counts no more. */
export const markAttention = (db: Db, mark: Mark) =>
  db
    .insert(attentionMark)
    .values(mark)
    .onConflictDoUpdate({ target: [attentionMark.providerId, attentionMark.item], set: mark });
