import { sql } from "drizzle-orm";
import {
  backgroundJob,
  chargeAttempt,
  checkout,
  email,
  event,
  OPEN_ATTEMPTS,
  operatorAlert,
  webhookAttempt,
  webhookDelivery,
  webhookEndpoint,
} from "../../drizzle/schema";
import { oneOf } from "../../drizzle/schema/columns";
import { ALERT_KINDS, type AlertKind } from "../domain/alerts";
import { IS_AWAITING } from "./checkout-status";
import type { Db } from "./client";

/** How much there is of a kind of work, and how many seconds the oldest of it has waited. */
export interface Backlog {
  count: number;
  oldestSeconds: number;
}

export interface Metrics {
  openAlerts: Record<AlertKind, number>;
  openCharges: Backlog;
  lapsedCheckouts: Backlog;
  undispatchedEvents: Backlog;
  pendingDeliveries: number;
  dueDeliveries: Backlog;
  dueMails: Backlog;
  /** Mails given up of late: the last two days. */
  failedMails: number;
  /** Requests to endpoints in the last five minutes. */
  recentAttempts: { succeeded: number; failed: number };
  endpoints: { enabled: number; disabled: number };
  /** Since the gateway's charges were last compared; null before the first time. */
  reconciledSecondsAgo: number | null;
}

type Row = Record<string, number | string | null>;

/** Counts what waits, in one statement. Each count has an index over just what waits; none reads what is over. */
export async function readMetrics(db: Db, now: Date): Promise<Metrics> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const age = (column: string) =>
    sql`coalesce(extract(epoch from ${at} - min(${sql.raw(column)})), 0)::float8`;
  const [row] = await db.execute<Row>(sql`select
    (select coalesce(json_object_agg(kind, n), '{}') from (
      select kind, count(*) n from ${operatorAlert} where resolved_at is null group by kind) a) as alerts,
    c.*, l.*, e.*, d.*, w.*, p.*, m.*, f.*,
    (select extract(epoch from ${at} - reached_at)::float8 from ${backgroundJob} where name = 'reconcile') as reconciled
    from
      (select count(*)::int as charges, ${age("created_at")} as charges_age
        from ${chargeAttempt} where ${oneOf("status", OPEN_ATTEMPTS)}) c,
      (select count(*)::int as lapsed, ${age("expires_at")} as lapsed_age
        from ${checkout} where ${IS_AWAITING} and expires_at <= ${at}) l,
      (select count(*)::int as events, ${age("occurred_at")} as events_age
        from ${event} where dispatched_at is null) e,
      (select count(*)::int as pending, (count(*) filter (where due_at <= ${at}))::int as due,
        greatest(${age("due_at")}, 0) as due_age from ${webhookDelivery} where status = 'pending') d,
      (select (count(*) filter (where fault is null))::int as succeeded,
        (count(*) filter (where fault is not null))::int as failed
        from ${webhookAttempt} where started_at > ${at} - interval '5 minutes') w,
      (select (count(*) filter (where disabled_at is null))::int as enabled,
        (count(*) filter (where disabled_at is not null))::int as disabled
        from ${webhookEndpoint} where deleted_at is null) p,
      (select count(*)::int as mails, ${age("due_at")} as mails_age
        from ${email} where status = 'pending' and due_at <= ${at}) m,
      (select count(*)::int as failed_mails
        from ${email} where status = 'failed' and finished_at > ${at} - interval '2 days') f`);
  const number = (name: string) => Number(row?.[name] ?? 0);
  const backlog = (name: string) => ({ count: number(name), oldestSeconds: number(`${name}_age`) });
  const alerts = (row?.alerts ?? {}) as unknown as Partial<Record<AlertKind, number>>;
  return {
    openAlerts: Object.fromEntries(
      ALERT_KINDS.map((kind) => [kind, alerts[kind] ?? 0]),
    ) as Metrics["openAlerts"],
    openCharges: backlog("charges"),
    lapsedCheckouts: backlog("lapsed"),
    undispatchedEvents: backlog("events"),
    pendingDeliveries: number("pending"),
    dueDeliveries: backlog("due"),
    dueMails: backlog("mails"),
    failedMails: number("failed_mails"),
    recentAttempts: { succeeded: number("succeeded"), failed: number("failed") },
    endpoints: { enabled: number("enabled"), disabled: number("disabled") },
    reconciledSecondsAgo: row?.reconciled == null ? null : number("reconciled"),
  };
}
