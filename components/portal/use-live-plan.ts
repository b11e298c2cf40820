"use client";

import { useRef } from "react";
import type { ChoiceFields } from "@/lib/contract/forms/choice";
import {
  choiceIn,
  countsOf,
  givesPlan,
  mayBegin,
  type OfferedPlan,
  type PlanOffer,
  planFor,
  timelessCounts,
} from "@/lib/domain/plan-offer";
import { FREQUENCIES } from "@/lib/domain/schedule";
import { isCalendarDate } from "@/packages/dates/calendar";
import { isOneOf } from "@/packages/text/narrow";
import { readText } from "@/packages/text/text";

/**
 * The plan of the chosen row, or of the fields.
 * @returns `isCurrent` where it is what the form holds now, else it is the last one that was possible; `counts`, how many
 *   payments there may be at this frequency and from this date, or from any where this one is none
 */
export function useLivePlan(
  fields: ChoiceFields,
  { priceCents, today, limits }: PlanOffer,
  first: OfferedPlan,
  underWay: OfferedPlan | null,
) {
  const last = useRef(first);
  const chosen = choiceIn(fields.preset ?? "") ?? fields;
  const { frequency } = chosen;
  // As the form reads them when it is sent.
  const count = readText(chosen.numberOfInstalments, "plain", 10);
  const date = readText(chosen.firstPaymentDate, "plain", 10);
  const isDate = isCalendarDate(date) && mayBegin(date, today, limits);
  const rhythm = {
    frequency: isOneOf(FREQUENCIES, frequency) ? frequency : last.current.frequency,
    firstPaymentDate: isDate ? date : last.current.firstPaymentDate,
  };
  // As the form's rules count them.
  const counts = isDate ? countsOf(priceCents, rhythm, limits) : timelessCounts(priceCents, limits);
  const numberOfInstalments = /^\d{1,3}$/.test(count) ? Number(count) : 0;
  const isCount =
    numberOfInstalments >= 1 && numberOfInstalments >= counts.least && numberOfInstalments <= counts.most;
  const made = isDate && isCount ? planFor(priceCents, { ...rhythm, numberOfInstalments }) : null;
  const plan = underWay && givesPlan(fields, underWay) ? underWay : made;
  last.current = plan ?? last.current;
  return { plan: last.current, isCurrent: plan !== null, counts };
}
