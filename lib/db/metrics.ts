import { sql } from "drizzle-orm";
import {
  agreement,
  backgroundJob,
  chargeAttempt,
  checkout,
  email,
  event,
  OPEN_ATTEMPTS,
  operatorAlert,
  webhookDelivery,
  webhookEndpoint,
} from "../../drizzle/schema";
import { oneOf } from "../../drizzle/schema/columns";
import { ALERT_KINDS, type AlertKind } from "../../drizzle/vocabulary";
import { readRows } from "../../packages/postgres-guard/index";
import type { Db } from "./client";
import { IS_AWAITING } from "./sql";

export type Metrics = Awaited<ReturnType<typeof readMetrics>>;
export type Backlog = Metrics["openCharges"];

type Row = Record<string, number | string | null>;

/** By the database's clock. Each count has a partial index on waiting rows, so none reads finished ones. */
export async function readMetrics(db: Db) {
  const at = sql`now()`;
  const age = (column: string) =>
    sql`coalesce(extract(epoch from ${at} - min(${sql.raw(column)})), 0)::float8`;
  const [row] = await readRows<Row>(
    db,
    sql`select
    (select coalesce(json_object_agg(kind, n), '{}') from (
      select kind, count(*) n from ${operatorAlert} where resolved_at is null group by kind) a) as alerts,
    c.*, l.*, g.*, e.*, d.*, p.*, m.*, f.*,
    (select extract(epoch from ${at} - reached_at)::float8 from ${backgroundJob} where name = 'reconcile') as reconciled
    from
      (select count(*)::int as charges, ${age("created_at")} as charges_age
        from ${chargeAttempt} where ${oneOf("status", OPEN_ATTEMPTS)}) c,
      (select count(*)::int as lapsed, ${age("expires_at")} as lapsed_age
        from ${checkout} where ${IS_AWAITING} and expires_at <= ${at}) l,
      (select count(*)::int as agreements, ${age("signed_at")} as agreements_age
        from ${agreement} where pdf is null) g,
      (select count(*)::int as events, ${age("occurred_at")} as events_age
        from ${event} where dispatched_at is null) e,
      (select count(*)::int as pending, (count(*) filter (where due_at <= ${at}))::int as due,
        greatest(${age("due_at")}, 0) as due_age from ${webhookDelivery} where status = 'pending') d,
      (select (count(*) filter (where disabled_at is null))::int as enabled,
        (count(*) filter (where disabled_at is not null))::int as disabled
        from ${webhookEndpoint} where deleted_at is null) p,
      (select count(*)::int as mails, ${age("due_at")} as mails_age
        from ${email} where status = 'pending' and due_at <= ${at}) m,
      (select count(*)::int as failed_mails
        from ${email} where status = 'failed' and finished_at > ${at} - interval '2 days') f`,
  );
  const number = (name: string) => Number(row?.[name] ?? 0);
  const backlog = (name: string) => ({ count: number(name), oldestSeconds: number(`${name}_age`) });
  const alerts = (row?.alerts ?? {}) as unknown as Partial<Record<AlertKind, number>>;
  return {
    openAlerts: Object.fromEntries(ALERT_KINDS.map((kind) => [kind, alerts[kind] ?? 0])),
    openCharges: backlog("charges"),
    lapsedCheckouts: backlog("lapsed"),
    dueAgreements: backlog("agreements"),
    undispatchedEvents: backlog("events"),
    pendingDeliveries: number("pending"),
    dueDeliveries: backlog("due"),
    dueMails: backlog("mails"),
    failedMails: number("failed_mails"),
    endpoints: { enabled: number("enabled"), disabled: number("disabled") },
    /** Null before the first reconciliation. */
    reconciledSecondsAgo: row?.reconciled == null ? null : number("reconciled"),
  };
}
