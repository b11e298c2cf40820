import { nextBusinessDay } from "./business-days";
import { addDays, type CalendarDate } from "./calendar";
import { LATEST_FIRST_DAYS } from "./limits";
import type { Cents } from "./money";
import { buildSchedule, type Frequency, type Instalment, splitEvenly } from "./schedule";

/** A year's worth. D-065 */
export const USUAL_COUNT: Readonly<Record<Frequency, number>> = { Weekly: 52, Fortnightly: 26, Monthly: 12 };

const DAYS_UNTIL_FIRST = 14;

/** The amounts follow from the course's price. */
export interface PlanChoice {
  frequency: Frequency;
  numberOfInstalments: number;
  firstPaymentDate: CalendarDate;
}

export interface OfferedPlan extends PlanChoice {
  instalmentCents: Cents;
  lastInstalmentCents: Cents;
  schedule: Instalment[];
}

/** The last day on which a plan that is made today may begin. */
export function lastFirstPayment(today: CalendarDate): CalendarDate {
  return addDays(today, LATEST_FIRST_DAYS);
}

/** What the form shows at first. */
export function usualChoice(today: CalendarDate): PlanChoice {
  return {
    frequency: "Fortnightly",
    numberOfInstalments: USUAL_COUNT.Fortnightly,
    firstPaymentDate: nextBusinessDay(addDays(today, DAYS_UNTIL_FIRST)),
  };
}

/** Null where there are fewer cents than instalments. */
export function planFor(priceCents: Cents, choice: PlanChoice): OfferedPlan | null {
  const split = splitEvenly(priceCents, choice.numberOfInstalments);
  if (!split) return null;
  return { ...choice, ...split, schedule: buildSchedule({ ...choice, ...split, financedCents: priceCents }) };
}

const PERIODS = { Weekly: "a week", Fortnightly: "a fortnight", Monthly: "a month" } as const;

export const per = (frequency: Frequency): string => PERIODS[frequency];

/** "26 fortnightly payments of $57.69, no interest, last payment $57.75". */
export function describePlan(
  plan: Pick<OfferedPlan, "frequency" | "numberOfInstalments" | "instalmentCents" | "lastInstalmentCents">,
  money: (cents: Cents) => string,
): string {
  if (plan.numberOfInstalments === 1) return `1 payment of ${money(plan.instalmentCents)}, no interest`;
  const payments = `${plan.numberOfInstalments} ${plan.frequency.toLowerCase()} payments of ${money(plan.instalmentCents)}, no interest`;
  return plan.lastInstalmentCents === plan.instalmentCents
    ? payments
    : `${payments}, last payment ${money(plan.lastInstalmentCents)}`;
}
