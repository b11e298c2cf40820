"use client";

import { useRef } from "react";
import type { ChoiceFields } from "@/lib/contract/forms/choice";
import { type CalendarDate, isCalendarDate } from "@/lib/domain/calendar";
import { choiceIn, countsOf, latestFirstPayment, type OfferedPlan, planFor } from "@/lib/domain/plan-offer";
import type { PlanLimits } from "@/lib/domain/plan-policy";
import type { Frequency } from "@/lib/domain/schedule";

export interface LivePlan {
  plan: OfferedPlan;
  /** Whether the plan is what the form holds now; otherwise it is the last one that was possible. */
  isCurrent: boolean;
  /** How many payments there may be at this frequency and from this date. */
  counts: { least: number; most: number };
}

/** The plan of the chosen row, or of the fields. */
export function useLivePlan(
  fields: ChoiceFields,
  priceCents: number,
  today: CalendarDate,
  limits: PlanLimits,
  first: OfferedPlan,
): LivePlan {
  const last = useRef(first);
  const {
    frequency,
    numberOfInstalments: count,
    firstPaymentDate: date,
  } = choiceIn(fields.preset ?? "") ?? fields;
  const isDate = isCalendarDate(date) && date >= today && date <= latestFirstPayment(today, limits);
  const rhythm = {
    frequency: frequency as Frequency,
    firstPaymentDate: isDate ? date : last.current.firstPaymentDate,
  };
  const counts = countsOf(priceCents, rhythm, limits);
  const numberOfInstalments = /^\s*\d{1,3}\s*$/.test(count) ? Number(count) : 0;
  const isCount =
    numberOfInstalments >= 1 && numberOfInstalments >= counts.least && numberOfInstalments <= counts.most;
  const plan = isDate && isCount ? planFor(priceCents, { ...rhythm, numberOfInstalments }) : null;
  last.current = plan ?? last.current;
  return { plan: last.current, isCurrent: plan !== null, counts };
}
