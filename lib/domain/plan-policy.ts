import { addBusinessDays, lastBusinessDay, nextBusinessDay } from "../../packages/dates/business-days";
import { addDays, type CalendarDate } from "../../packages/dates/calendar";
import type { Cents } from "./money";
import { type Frequency, lastDebit } from "./schedule";

export { LEAST_POLICY_DAYS, MAX_LEAD_DAYS, MAX_POLICY_DAYS } from "../../drizzle/vocabulary";

/** The plans that a provider, or a course of its portal, allows. Null is no limit. See docs/decisions/041-plan-limits.md. */
export interface PlanPolicy {
  fewestInstalments: number | null;
  mostInstalments: number | null;
  /** Of every instalment, the last one too. */
  smallestInstalmentCents: Cents | null;
  leastDepositCents: Cents | null;
  mostDepositCents: Cents | null;
  /** Business days after the one on which the plan is made. */
  firstDebitLeadDays: number | null;
  /** Days after the one on which the plan is made. */
  latestFirstDebitDays: number | null;
  latestLastDebitDays: number | null;
  latestLastDebitDate: CalendarDate | null;
  highestPriceCents: Cents | null;
}

type DayLimit = "firstDebitLeadDays" | "latestFirstDebitDays" | "latestLastDebitDays" | "latestLastDebitDate";

export interface PlanLimits extends Omit<PlanPolicy, DayLimit> {
  /** Of the first debit. */
  earliestFirst: CalendarDate | null;
  /** Business days, so that a payment that is due by then is debited by then. */
  latestFirst: CalendarDate | null;
  latestLast: CalendarDate | null;
}

export const NO_POLICY: PlanPolicy = {
  fewestInstalments: null,
  mostInstalments: null,
  smallestInstalmentCents: null,
  leastDepositCents: null,
  mostDepositCents: null,
  firstDebitLeadDays: null,
  latestFirstDebitDays: null,
  latestLastDebitDays: null,
  latestLastDebitDate: null,
  highestPriceCents: null,
};

const lower = <T extends number | string>(a: T | null, b: T | null): T | null =>
  a === null || (b !== null && b < a) ? b : a;
const higher = (a: number | null, b: number | null): number | null =>
  a === null || (b !== null && b > a) ? b : a;

/** The stricter limit of each pair. */
export function stricter(a: PlanPolicy, b: PlanPolicy): PlanPolicy {
  return {
    fewestInstalments: higher(a.fewestInstalments, b.fewestInstalments),
    mostInstalments: lower(a.mostInstalments, b.mostInstalments),
    smallestInstalmentCents: higher(a.smallestInstalmentCents, b.smallestInstalmentCents),
    leastDepositCents: higher(a.leastDepositCents, b.leastDepositCents),
    mostDepositCents: lower(a.mostDepositCents, b.mostDepositCents),
    firstDebitLeadDays: higher(a.firstDebitLeadDays, b.firstDebitLeadDays),
    latestFirstDebitDays: lower(a.latestFirstDebitDays, b.latestFirstDebitDays),
    latestLastDebitDays: lower(a.latestLastDebitDays, b.latestLastDebitDays),
    latestLastDebitDate: lower(a.latestLastDebitDate, b.latestLastDebitDate),
    highestPriceCents: lower(a.highestPriceCents, b.highestPriceCents),
  };
}

export function limitsOn(policy: PlanPolicy, today: CalendarDate): PlanLimits {
  const { firstDebitLeadDays: lead, latestFirstDebitDays, ...others } = policy;
  const { latestLastDebitDays, latestLastDebitDate, ...rest } = others;
  const after = (days: number | null) => (days === null ? null : addDays(today, days));
  const byDebit = (date: CalendarDate | null) => date && lastBusinessDay(date);
  return {
    ...rest,
    earliestFirst: lead === null ? null : addBusinessDays(today, lead),
    latestFirst: byDebit(after(latestFirstDebitDays)),
    latestLast: byDebit(lower(after(latestLastDebitDays), latestLastDebitDate)),
  };
}

export interface JudgedPlan {
  priceCents: Cents;
  depositCents: Cents;
  frequency: Frequency;
  numberOfInstalments: number;
  instalmentCents: Cents;
  lastInstalmentCents: Cents;
  firstPaymentDate: CalendarDate;
}

export type Breach =
  | { code: "policy_price"; most: Cents }
  | { code: "policy_deposit"; least: Cents | null; most: Cents | null }
  | { code: "policy_too_few_instalments"; fewest: number }
  | { code: "policy_too_many_instalments"; most: number }
  | { code: "policy_instalment_too_small"; smallest: Cents; found: Cents }
  | { code: "policy_first_date"; earliest: CalendarDate }
  | { code: "policy_first_date"; latest: CalendarDate }
  /** `most` instalments would end in time. */
  | { code: "policy_last_date"; latest: CalendarDate; found: CalendarDate; most: number };

/** The one rule that holds for Pay Now too. */
export function priceBreaches({ highestPriceCents: most }: PlanPolicy | PlanLimits, price: Cents): Breach[] {
  return most !== null && price > most ? [{ code: "policy_price", most }] : [];
}

/** Every rule that a plan breaks, in the order of the request's fields. */
export function breaches(limits: PlanLimits, plan: JudgedPlan): Breach[] {
  const { depositCents, numberOfInstalments: count, firstPaymentDate } = plan;
  const { leastDepositCents, mostDepositCents, fewestInstalments, mostInstalments } = limits;
  const { smallestInstalmentCents: smallest, earliestFirst, latestFirst, latestLast } = limits;
  const broken = priceBreaches(limits, plan.priceCents);
  if (depositCents < (leastDepositCents ?? 0) || depositCents > (mostDepositCents ?? depositCents))
    broken.push({ code: "policy_deposit", least: leastDepositCents, most: mostDepositCents });
  if (fewestInstalments !== null && count < fewestInstalments)
    broken.push({ code: "policy_too_few_instalments", fewest: fewestInstalments });
  if (mostInstalments !== null && count > mostInstalments)
    broken.push({ code: "policy_too_many_instalments", most: mostInstalments });
  const inTime = mostInTime(plan, limits, count);
  if (latestLast !== null && inTime < count)
    broken.push({
      code: "policy_last_date",
      latest: latestLast,
      found: lastDebit(plan, count),
      most: inTime,
    });
  const found = Math.min(plan.instalmentCents, plan.lastInstalmentCents);
  if (smallest !== null && found < smallest)
    broken.push({ code: "policy_instalment_too_small", smallest, found });
  if (earliestFirst !== null && nextBusinessDay(firstPaymentDate) < earliestFirst)
    broken.push({ code: "policy_first_date", earliest: earliestFirst });
  if (latestFirst !== null && firstPaymentDate > latestFirst)
    broken.push({ code: "policy_first_date", latest: latestFirst });
  return broken;
}

/** The greatest number of instalments up to `most` that ends in time; 0 if not even the first does. */
export function mostInTime(
  plan: Pick<JudgedPlan, "frequency" | "firstPaymentDate">,
  { latestLast }: PlanLimits,
  most: number,
): number {
  let count = most;
  while (latestLast !== null && count > 0 && lastDebit(plan, count) > latestLast) count -= 1;
  return count;
}
