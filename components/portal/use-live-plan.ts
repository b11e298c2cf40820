"use client";

import { useRef } from "react";
import type { ChoiceFields } from "@/lib/contract/forms/choice";
import { type CalendarDate, isCalendarDate } from "@/lib/domain/calendar";
import { lastFirstPayment, type OfferedPlan, type PlanChoice, planFor } from "@/lib/domain/plan-offer";
import type { Frequency } from "@/lib/domain/schedule";
import { MAX_INSTALMENTS } from "../../lib/domain/limits";

/**
 * The plan for the form's present values. While they are incomplete it is the last one that was complete, without
 * `isCurrent`.
 */
export function useLivePlan(
  { frequency, numberOfInstalments: count, firstPaymentDate: date }: ChoiceFields,
  priceCents: number,
  today: CalendarDate,
  first: PlanChoice,
): { plan: OfferedPlan; isCurrent: boolean } {
  const last = useRef<OfferedPlan | null>(null);
  last.current ??= planFor(priceCents, first) ?? planFor(priceCents, { ...first, numberOfInstalments: 1 })!;
  const numberOfInstalments = /^\s*\d{1,3}\s*$/.test(count) ? Number(count) : 0;
  const isCurrent =
    numberOfInstalments >= 1 &&
    numberOfInstalments <= MAX_INSTALMENTS &&
    isCalendarDate(date) &&
    date >= today &&
    date <= lastFirstPayment(today);
  if (isCurrent) {
    const choice = { frequency: frequency as Frequency, numberOfInstalments, firstPaymentDate: date };
    last.current = planFor(priceCents, choice) ?? last.current;
  }
  return { plan: last.current, isCurrent };
}
