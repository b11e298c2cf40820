import type { Sql } from "postgres";
import { buildSchedule, type PlanTerms } from "../lib/domain/schedule";

const BATCH = 500;
const FIRST = "00000000-0000-0000-0000-000000000000";

interface PlanRow extends PlanTerms {
  providerId: string;
  id: string;
}

/** For plans of older servers, which recorded none. In batches, so that no checkout is locked for long. D-119 */
export async function recordSchedules(sql: Sql): Promise<void> {
  for (let last: PlanRow | undefined, isOver = false; !isOver; ) {
    const plans = await sql<PlanRow[]>`
      select provider_id as "providerId", id, financed_cents as "financedCents",
        instalment_cents as "instalmentCents", number_of_instalments as "numberOfInstalments",
        payment_frequency as "frequency", first_payment_date::text as "firstPaymentDate"
      from checkout
      where schedule is null and payment_type = 'interest_free_payment_plan'
        and (provider_id, id) > (${last?.providerId ?? FIRST}, ${last?.id ?? FIRST})
      order by provider_id, id limit ${BATCH}`;
    const made = plans.map((plan) => ({ p: plan.providerId, c: plan.id, schedule: buildSchedule(plan) }));
    await sql`
      update checkout set schedule = made.schedule
      from jsonb_to_recordset(${JSON.stringify(made)}::text::jsonb) as made (p uuid, c uuid, schedule jsonb)
      where provider_id = made.p and id = made.c and checkout.schedule is null`;
    last = plans.at(-1);
    isOver = plans.length < BATCH;
  }
}
