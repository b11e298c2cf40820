import { sql } from "drizzle-orm";
import {
  agreement,
  chargeAttempt,
  contact,
  dda,
  debit,
  email,
  event,
  idempotencyKey,
  instalment,
  OPEN_ATTEMPTS,
  opportunity,
  outsidePayment,
  paymentPlan,
  refund,
} from "../../../drizzle/schema";
import { oneOf } from "../../../drizzle/schema/columns";
import { LIVE_DEBIT_STATUSES } from "../../../drizzle/vocabulary";
import { COLLECTED_STAGES, PLAN_EVENTS, TRANSITIONS, type TransitionName } from "../../../lib/domain/states";
import { legalHistories } from "../histories";
import { type Invariant, numberIn, TOO_FAR } from "./invariant";

const ofC = (alias: string) =>
  sql.raw(`${alias}.provider_id = c.provider_id and ${alias}.checkout_id = c.id`);

/** The checkout status to which a move leads, as a literal. */
const after = (name: TransitionName) => sql.raw(`'${TRANSITIONS[name].to.checkout}'`);

const HISTORIES = sql.join(
  legalHistories().map(
    ({ paymentType, state, events }) =>
      sql`(${paymentType}, ${state.checkout}, ${state.authorisation}, ${state.stage}::text, ${state.dda}::text, ${events.join(" ")})`,
  ),
  sql`, `,
);

/** Collection goes on after the last transition, with events and stages of its own. */
const IS_OF_COLLECTION = sql`e.${oneOf("type", PLAN_EVENTS)}`;
const STAGE_SIGNED = sql`case when o.${oneOf("stage", COLLECTED_STAGES)} then 'Payment Plan Signed' else o.stage end`;

/** A charge took money, or its outcome is awaited. */
const MAY_HAVE_PAID = oneOf("status", [...OPEN_ATTEMPTS, "succeeded"]);

/** Of checkouts `c`, with all rows that belong to one. Each change writes them in one transaction, so that there is no between. */
export const OF_CHECKOUTS: readonly Invariant[] = [
  {
    name: "statuses_follow_from_the_events",
    violating: sql`
      select c.id from page c
      left join ${opportunity} o on ${ofC("o")}
      left join ${dda} d on ${ofC("d")} and d.ended_at is null
      cross join lateral (select string_agg(e.type, ' ' order by e.sequence) as types from ${event} e where ${ofC("e")} and not starts_with(e.type, 'refund.') and not ${IS_OF_COLLECTION}) told
      where not exists (
        select from (values ${HISTORIES}) as legal (payment_type, status, authorisation, stage, dda, events)
        where legal.payment_type = c.payment_type and legal.status = c.checkout_status
          and legal.authorisation = c.authorisation_status and legal.stage is not distinct from ${STAGE_SIGNED}
          and legal.dda is not distinct from d.status
          and legal.events = told.types)`,
  },
  {
    name: "events_are_numbered_without_gaps",
    violating: sql`
      select c.id from page c
      where (select (min(e.sequence), max(e.sequence), count(*)) from ${event} e where ${ofC("e")})
        is distinct from (1, c.last_sequence, c.last_sequence::bigint)`,
  },
  {
    // The body of an event is purged after 90 days. A charge's unknown outcome moves the stage without an event. The body
    // without its schedule is taken out of the row once, and not for each member. Nor has a card on the hosted page an event.
    name: "last_event_shows_the_checkout",
    violating: sql`
      select c.id from page c
      join ${event} e on ${ofC("e")} and e.sequence = c.last_sequence and e.data is not null and not ${IS_OF_COLLECTION}
      left join ${opportunity} o on ${ofC("o")}
      left join ${dda} d on ${ofC("d")} and d.ended_at is null
      cross join lateral (select e.data #- '{plan,schedule}' as data offset 0) told
      where (told.data ->> 'checkout_status' is distinct from c.checkout_status
          and (c.card_page_key_version is null or c.checkout_status <> ${after("send_card")}))
        or told.data ->> 'authorisation_status' is distinct from c.authorisation_status
        or (told.data ->> 'opportunity_stage' is distinct from o.stage and c.checkout_status <> ${after("start_pay_now")})
        or told.data #>> '{direct_debit,status}' is distinct from d.status
        or told.data #>> '{provider,provider_order_id}' is distinct from c.provider_order_id
        or told.data #>> '{plan,payment_type}' is distinct from c.payment_type
        or ${numberIn(sql`told.data #> '{pricing,amount_to_finance}'`)} * 100 <> c.financed_cents`,
  },
  {
    name: "collected_plan_adds_up",
    violating: sql`
      select c.id from page c
      join ${paymentPlan} p on ${ofC("p")}
      cross join lateral (select sum(i.amount_cents) as cents from ${instalment} i where ${ofC("i")}) planned
      cross join lateral (
        select coalesce(sum(b.amount_cents) filter (where b.status = 'Paid'), 0) as paid,
          bool_or(not exists (select from ${dda} d where ${ofC("d")} and d.debit_gateway = b.gateway
            and d.debit_reference = b.authority)) as is_elsewhere from ${debit} b where ${ofC("b")}) made
      left join ${dda} live on ${ofC("live")} and live.ended_at is null
      cross join lateral (
        select coalesce(sum(x.amount_cents), 0) as paid,
          coalesce(bool_or(x.amount_cents <> i.amount_cents or i.hand_over_on is not null or exists (select from ${debit} b
            where ${ofC("b")} and b.number = x.number and b.${oneOf("status", LIVE_DEBIT_STATUSES)})), false) as is_odd
        from ${outsidePayment} x join ${instalment} i using (provider_id, checkout_id, number) where ${ofC("x")}) outside
      cross join lateral (
        select coalesce(sum(a.amount_cents) filter (where a.status = 'succeeded'), 0) as paid,
          coalesce(bool_or(a.amount_cents is distinct from pays.cents or pays.is_odd), false) as is_odd
        from ${chargeAttempt} a
        cross join lateral (
          select sum(i.amount_cents) as cents, bool_or((a.status = 'succeeded' and i.hand_over_on is not null)
            or exists (select from ${debit} b where ${ofC("b")} and b.number = i.number and b.${oneOf("status", LIVE_DEBIT_STATUSES)})
            or exists (select from ${outsidePayment} x where ${ofC("x")} and x.number = i.number)
            or exists (select from ${chargeAttempt} n where ${ofC("n")} and n.id <> a.id and i.number = any(n.instalments)
              and n.${MAY_HAVE_PAID})) as is_odd
          from ${instalment} i where ${ofC("i")} and i.number = any(a.instalments)) pays
        where ${ofC("a")} and a.instalments is not null and a.${MAY_HAVE_PAID}) card
      where outside.is_odd or planned.cents is distinct from c.financed_cents or p.financed_cents <> c.financed_cents
        or card.is_odd or made.is_elsewhere or live.debit_gateway is distinct from p.gateway
        or ${numberIn(sql`p.summary -> 'paidCents'`)} <> made.paid + outside.paid + card.paid
        or (p.status = 'Completed' and made.paid + outside.paid + card.paid <> c.financed_cents)`,
  },
  {
    // What failed waits for somebody's choice. What was never debited is planned, or was paid another way.
    name: "no_payment_of_a_running_plan_is_forgotten",
    violating: sql`
      select c.id from page c
      join ${paymentPlan} p on ${ofC("p")} and p.status in ('Active', 'Paused')
      cross join lateral (
        select bool_and(paid.is_so) as are_paid,
          bool_or(not paid.is_so and i.hand_over_on is null
            and not exists (select from ${debit} b where ${ofC("b")} and b.number = i.number)) as has_forgotten
        from ${instalment} i
        cross join lateral (
          select exists (select from ${outsidePayment} x where ${ofC("x")} and x.number = i.number)
            or exists (select from ${chargeAttempt} a where ${ofC("a")} and i.number = any(a.instalments) and a.status = 'succeeded')
            or exists (select from ${debit} b where ${ofC("b")} and b.number = i.number and b.status = 'Paid') as is_so) paid
        where ${ofC("i")}) parts
      where parts.are_paid or parts.has_forgotten`,
  },
  {
    name: "pay_now_has_one_charge_attempt",
    violating: sql`
      select c.id from page c
      left join ${chargeAttempt} a on ${ofC("a")} and a.instalments is null
      group by c.provider_id, c.id, c.payment_type, c.financed_cents, c.provider_order_id, c.card_page_key_version
      having (c.card_page_key_version is null and count(a.id) <> case c.payment_type when 'upfront_payment' then 1 else 0 end)
        or min(a.amount_cents) <> c.financed_cents or min(a.provider_order_id) <> c.provider_order_id`,
  },
  {
    name: "charge_attempt_fits_the_checkout",
    violating: sql`
      select c.id from page c
      join ${chargeAttempt} a on ${ofC("a")} and a.instalments is null
      left join ${opportunity} o on ${ofC("o")}
      where case when a.is_replaced then c.card_page_key_version is null
          when a.${oneOf("status", OPEN_ATTEMPTS)} then c.checkout_status <> ${after("start_pay_now")}
          when a.status = 'succeeded' then c.checkout_status <> ${after("charge_succeeded")}
          when c.card_page_key_version is null then c.checkout_status <> ${after("charge_failed")}
          else c.checkout_status not in (${after("ask_for_another_card")}, ${after("expire")}, ${after("cancel")}) end
        or (a.status = 'started' and c.card_page_key_version is null and o.stage is not null) or (a.status = 'unknown' and o.stage is null)
        or (a.status in ('declined', 'refused')) <> (a.decline_code is not null)
        or a.due_at > ${TOO_FAR} or a.lease_until > ${TOO_FAR}`,
  },
  {
    name: "refunds_fit_the_payments",
    violating: sql`
      select c.id from page c
      cross join lateral (
        select coalesce(sum(r.amount_cents) filter (where r.status = 'Succeeded'), 0) as refunded,
          coalesce(bool_or(r.due_at > ${TOO_FAR} or r.lease_until > ${TOO_FAR}), false) as is_odd
        from ${refund} r where ${ofC("r")}) back
      cross join lateral (
        select coalesce(bool_or(of_charge.given > case when a.status = 'succeeded' then a.amount_cents else 0 end), false) as is_odd
        from (select r.charge_attempt_id as id, sum(r.amount_cents) filter (where r.status <> 'Failed') as given from ${refund} r
          where ${ofC("r")} and r.debit_id is null group by r.charge_attempt_id) of_charge
        left join ${chargeAttempt} a on ${ofC("a")} and a.id = of_charge.id) charged
      cross join lateral (
        select coalesce(bool_or(of_debit.given > case when b.${oneOf("status", ["Paid", "Reversed"])} then b.amount_cents else 0 end), false) as is_odd
        from (select r.debit_id as id, sum(r.amount_cents) filter (where r.status <> 'Failed') as given from ${refund} r
          where ${ofC("r")} and r.debit_id is not null group by r.debit_id) of_debit
        left join ${debit} b on ${ofC("b")} and b.id = of_debit.id) debited
      where back.is_odd or charged.is_odd or debited.is_odd or back.refunded <> c.refunded_cents`,
  },
  {
    name: "schedule_sums_to_the_amount_financed",
    violating: sql`
      select c.id from page c
      where c.payment_type <> 'upfront_payment' and not coalesce((
        select count(*) = c.number_of_instalments and min(i.due) = to_char(c.first_payment_date, 'YYYY-MM-DD')
          and min(i.balance) = 0
          and bool_and(i.number = i.place and i.amount > 0 and i.amount = trunc(i.amount)
            and i.balance = i.balance_before - i.amount and i.due > i.due_before and i.debit >= i.due
            and case when i.place < c.number_of_instalments then i.amount = c.instalment_cents
              else i.amount <= c.instalment_cents + c.number_of_instalments end)
        from (
          select part.*, lag(balance, 1, c.financed_cents::numeric) over (order by place) as balance_before,
            lag(due, 1, '') over (order by place) as due_before
          from (
            select place, ${numberIn(sql`one -> 'number'`)} as number, ${numberIn(sql`one -> 'amountCents'`)} as amount,
              ${numberIn(sql`one -> 'balanceAfterCents'`)} as balance, one ->> 'dueDate' as due, one ->> 'debitDate' as debit
            from jsonb_array_elements(case jsonb_typeof(c.schedule) when 'array' then c.schedule end) with ordinality as listed (one, place)
            offset 0
          ) part
        ) i), false)`,
  },
  {
    name: "agreement_exists_where_confirmed",
    violating: sql`
      select c.id from page c
      left join ${agreement} g on ${ofC("g")}
      where (c.checkout_status = ${after("confirm")}) <> (g.id is not null)
        or (c.checkout_status = ${after("confirm")}) <> (c.deposit_confirmed is not null)
        or (c.deposit_cents > 0 and not c.deposit_confirmed)
        or substring(g.pdf for 5) <> '%PDF-' or g.due_at > ${TOO_FAR} or g.lease_until > ${TOO_FAR}
        or (g.pdf is not null) <> exists (select from ${event} e where ${ofC("e")} and e.type = 'agreement.ready') or jsonb_typeof(g.declarations) <> 'array' or g.declarations = '[]'
        or (g.id is not null and g.signed_at is distinct from (
          select max(e.occurred_at) from ${event} e where ${ofC("e")} and e.type = 'payment_plan.signed'))`,
  },
  {
    name: "bank_details_are_sealed_where_authorised",
    violating: sql`
      select c.id from page c
      join ${dda} d on ${ofC("d")}
      where num_nonnulls(d.bank_sealed, d.bank_key_version, d.bsb, d.account_ending, d.authority_text, d.authority_version,
          d.authorised_at, d.authorised_via)
        <> case when not exists (select from ${event} e where ${ofC("e")} and e.type = 'direct_debit.authorised') then 0
          when d.ended_at is null then 8 else 6 end
        or (d.authorised_at is not null and d.setup_started_at is null)`,
  },
  {
    name: "opportunity_has_the_students_contact",
    violating: sql`
      select c.id from page c
      join ${opportunity} o on ${ofC("o")}
      left join ${contact} p on p.provider_id = o.provider_id and p.id = o.contact_id
      where lower(p.email) is distinct from lower(c.email) and c.email ~ '^[\\x20-\\x7e]*$'`,
  },
  {
    // A refused token and a closed key free the idempotency key.
    name: "kept_answer_fits_the_outcome",
    violating: sql`
      select c.id from page c
      join ${idempotencyKey} k on ${ofC("k")}
      left join ${chargeAttempt} a on ${ofC("a")} and a.instalments is null
      group by c.provider_id, c.id
      having count(distinct k.key) > 1 or bool_or((k.sealed_token is not null) <> (c.checkout_status = ${after("start_pay_now")} and c.card_page_key_version is null))
        or bool_or(a.status in ('refused', 'closed') and c.card_page_key_version is null)`,
  },
  {
    name: "expired_after_its_time",
    violating: sql`select c.id from page c where c.checkout_status = ${after("expire")} and c.expires_at > now()`,
  },
  {
    name: "mail_fits_the_checkout",
    violating: sql`
      select c.id from page c
      join ${email} m on ${ofC("m")}
      where c.checkout_status <> case when m.kind in ('receipt', 'refunded') and c.payment_type = 'upfront_payment' then ${after("charge_succeeded")} else ${after("confirm")} end
        or m.address <> c.email or (m.status = 'pending') <> (m.finished_at is null)
        or (m.status in ('sent', 'kept', 'failed') and m.attempts = 0)
        or m.due_at > ${TOO_FAR} or m.lease_until > ${TOO_FAR}`,
  },
];
