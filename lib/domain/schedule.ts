import type { Frequency, PaymentFrequency } from "../../drizzle/vocabulary";
import { nextBusinessDay } from "../../packages/dates/business-days";
import { addDays, addMonthsClamped, type CalendarDate } from "../../packages/dates/calendar";
import type { Cents } from "./money";

export { FREQUENCIES, type Frequency } from "../../drizzle/vocabulary";

/** @throws RangeError for Pay Now, which has no instalments */
export function frequencyOf(recorded: PaymentFrequency): Frequency {
  if (recorded === "Upfront") throw new RangeError("Pay Now has no instalments");
  return recorded;
}

export interface Instalment {
  number: number;
  /** The day by the plan's rhythm. */
  dueDate: CalendarDate;
  debitDate: CalendarDate;
  amountCents: Cents;
  balanceAfterCents: Cents;
}

interface PlanSum {
  financedCents: Cents;
  /** Every instalment but the last. */
  instalmentCents: Cents;
  numberOfInstalments: number;
}

export interface PlanTerms extends PlanSum {
  frequency: Frequency;
  firstPaymentDate: CalendarDate;
}

interface PlanSuggestion {
  instalmentCents: Cents;
  lastInstalmentCents: Cents;
}

type PlanSumCheck =
  | { ok: true; lastInstalmentCents: Cents }
  | { ok: false; suggestion: PlanSuggestion | null };

/**
 * Whether the instalments sum to the amount financed: the last takes the remainder, from 1 cent up to `instalmentCents` plus
 * 1 cent per instalment. If they do not, suggests a split that does, if there is one. Contract section 4.
 */
export function checkPlanSum({ financedCents, instalmentCents, numberOfInstalments }: PlanSum): PlanSumCheck {
  const counts = Number.isInteger(numberOfInstalments) && numberOfInstalments >= 1;
  const last = financedCents - (numberOfInstalments - 1) * instalmentCents;
  const fits =
    numberOfInstalments === 1 ? last === instalmentCents : last <= instalmentCents + numberOfInstalments;
  if (counts && instalmentCents >= 1 && last >= 1 && fits) return { ok: true, lastInstalmentCents: last };
  return { ok: false, suggestion: counts ? splitEvenly(financedCents, numberOfInstalments) : null };
}

/** Rounded down, and the last takes the remainder: 150,000 in 26 is 5,769 and a last 5,775. Null for too few cents. */
export function splitEvenly(financedCents: Cents, numberOfInstalments: number): PlanSuggestion | null {
  if (financedCents < numberOfInstalments) return null;
  const even = Math.floor(financedCents / numberOfInstalments);
  return { instalmentCents: even, lastInstalmentCents: financedCents - (numberOfInstalments - 1) * even };
}

type Rhythm = Pick<PlanTerms, "frequency" | "firstPaymentDate">;

/** That many periods after the first. */
export function dueDate({ frequency, firstPaymentDate }: Rhythm, index: number): CalendarDate {
  switch (frequency) {
    case "Weekly":
      return addDays(firstPaymentDate, 7 * index);
    case "Fortnightly":
      return addDays(firstPaymentDate, 14 * index);
    case "Monthly":
      return addMonthsClamped(firstPaymentDate, index);
    default:
      return frequency satisfies never;
  }
}

/** The last debit of that many instalments. */
export function lastDebit(rhythm: Rhythm, numberOfInstalments: number): CalendarDate {
  return nextBusinessDay(dueDate(rhythm, numberOfInstalments - 1));
}

/**
 * Computed once, at create, and recorded.
 * @throws RangeError for terms that were not checked before
 */
export function buildSchedule(terms: PlanTerms): Instalment[] {
  const sum = checkPlanSum(terms);
  if (!sum.ok) throw new RangeError("The instalments do not come to the amount financed.");
  let balance = terms.financedCents;
  return Array.from({ length: terms.numberOfInstalments }, (_, index) => {
    const isLast = index === terms.numberOfInstalments - 1;
    const amountCents = isLast ? sum.lastInstalmentCents : terms.instalmentCents;
    balance -= amountCents;
    const due = dueDate(terms, index);
    return {
      number: index + 1,
      dueDate: due,
      debitDate: nextBusinessDay(due),
      amountCents,
      balanceAfterCents: balance,
    };
  });
}

/** The amount to debit on that day. */
export function debitedOn(
  schedule: readonly Pick<Instalment, "debitDate" | "amountCents">[],
  date: CalendarDate,
): Cents {
  return schedule.reduce(
    (sum, { debitDate, amountCents }) => sum + (debitDate === date ? amountCents : 0),
    0,
  );
}
