import { nextBusinessDay } from "./business-days";
import { addDays, addMonthsClamped, type CalendarDate } from "./calendar";
import type { Cents } from "./money";

/** How often a plan is paid, in the words of the API. Contract section 4. */
export const FREQUENCIES = ["Weekly", "Fortnightly", "Monthly"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export interface Instalment {
  /** From 1. */
  number: number;
  /** The day it falls due by the plan's rhythm. */
  dueDate: CalendarDate;
  /** The business day on which the bank is asked for it. */
  debitDate: CalendarDate;
  amountCents: Cents;
  /** What is left to pay after it; 0 after the last. */
  balanceAfterCents: Cents;
}

/** The sums of a plan, without its calendar. */
export interface PlanSum {
  /** What all instalments together come to. */
  financedCents: Cents;
  /** Every instalment but the last. */
  instalmentCents: Cents;
  numberOfInstalments: number;
}

export interface PlanTerms extends PlanSum {
  frequency: Frequency;
  firstPaymentDate: CalendarDate;
}

/** Instalment and last instalment of a split that would sum. */
export interface PlanSuggestion {
  instalmentCents: Cents;
  lastInstalmentCents: Cents;
}

export type PlanSumCheck =
  | { ok: true; lastInstalmentCents: Cents }
  | { ok: false; suggestion: PlanSuggestion | null };

/**
 * Whether the instalments come to the amount financed: all but the last are `instalmentCents`, and the last
 * takes the remainder, from 1 cent up to `instalmentCents` + 1 cent per instalment; a single instalment is the
 * whole. Where they do not, a split that does, or null where there are fewer cents than instalments.
 * Amounts in cents; nothing is thrown. Contract section 4.
 */
export function checkPlanSum({ financedCents, instalmentCents, numberOfInstalments }: PlanSum): PlanSumCheck {
  const counts = Number.isInteger(numberOfInstalments) && numberOfInstalments >= 1;
  const last = financedCents - (numberOfInstalments - 1) * instalmentCents;
  const fits =
    numberOfInstalments === 1 ? last === instalmentCents : last <= instalmentCents + numberOfInstalments;
  if (counts && instalmentCents >= 1 && last >= 1 && fits) return { ok: true, lastInstalmentCents: last };
  return { ok: false, suggestion: counts ? splitEvenly(financedCents, numberOfInstalments) : null };
}

/**
 * The split of an amount into so many instalments, rounded down, so that the last is the largest by less than a cent
 * for each; null where there are fewer cents than instalments. 150,000 cents in 26: 5,769 and a last one of 5,775.
 */
export function splitEvenly(financedCents: Cents, numberOfInstalments: number): PlanSuggestion | null {
  if (financedCents < numberOfInstalments) return null;
  const even = Math.floor(financedCents / numberOfInstalments);
  return {
    instalmentCents: even,
    lastInstalmentCents: financedCents - (numberOfInstalments - 1) * even,
  };
}

function dueDate({ frequency, firstPaymentDate }: PlanTerms, index: number): CalendarDate {
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

/**
 * The instalments of a plan in order, with the day each is due, the day it is debited and the balance in
 * cents. Terms have been checked by then: those that do not sum, or a first date that does not exist, are an
 * error of the program and throw RangeError. Contract section 4.
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
