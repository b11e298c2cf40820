import { sql } from "drizzle-orm";
import { event, webhookAttempt, webhookDelivery, webhookEndpoint } from "../../../drizzle/schema";
import { IS_ENABLED, takesType } from "../../../lib/db/sql";
import { type Invariant, TOO_FAR } from "./invariant";

/** A day less than events, deliveries and their log are kept: so long no part of them is purged. */
const IS_KEPT = sql.raw("> now() - interval '89 days'");

/** Of checkouts `c`. */
export const OF_EVENTS: readonly Invariant[] = [
  {
    // Rows tell this of endpoints that have not been changed since; a minute, because a change is dated before others see it.
    name: "dispatched_event_has_its_deliveries",
    violating: sql`
      select distinct c.id from page c
      join ${event} e on e.provider_id = c.provider_id and e.checkout_id = c.id and e.dispatched_at ${IS_KEPT}
        and e.occurred_at ${IS_KEPT}
      join ${webhookEndpoint} w on w.provider_id = e.provider_id and w.updated_at < e.dispatched_at - interval '1 minute'
      where ${IS_ENABLED} and ${takesType(sql`e.type`)} and not exists (
        select from ${webhookDelivery} d
        where d.provider_id = e.provider_id and d.endpoint_id = w.id and d.event_id = e.id and d.kind = 'event')`,
  },
];

/** Of deliveries `d`. */
export const OF_DELIVERIES: readonly Invariant[] = [
  {
    name: "delivery_is_of_an_event_of_its_provider",
    violating: sql`
      select d.id from page d
      left join ${event} e on e.provider_id = d.provider_id and e.id = d.event_id
      where d.kind <> 'test' and e.type is distinct from d.event_type`,
  },
  {
    name: "delivery_fits_its_log",
    violating: sql`
      select d.id from page d
      left join lateral (
        select count(*) as count, max(a.number) as last,
          (array_agg(a.fault order by a.number desc))[1] as fault,
          (array_agg(a.response_status order by a.number desc))[1] as response_status
        from ${webhookAttempt} a where a.provider_id = d.provider_id and a.delivery_id = d.id
      ) log on true
      where (d.status = 'pending') <> (d.finished_at is null) or d.due_at > ${TOO_FAR} or d.lease_until > ${TOO_FAR}
        or (d.created_at ${IS_KEPT} and (
          log.count <> d.attempts or log.last <> d.attempts
          or (d.status = 'delivered' and (log.count = 0 or log.fault is not null or log.response_status not between 200 and 299))
          or (d.status in ('pending', 'failed') and log.count > 0 and log.fault is null)
          or (d.status = 'failed' and log.count = 0)))`,
  },
];
