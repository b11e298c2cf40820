import * as z from "zod/mini";
import { type CalendarDate, formatDate, isCalendarDate } from "../../../packages/dates/calendar";
import { isOneOf } from "../../../packages/text/narrow";
import { readText } from "../../../packages/text/text";
import {
  choiceIn,
  countsOf,
  earliestFirstPayment,
  latestFirstPayment,
  mayBegin,
  presetsFor,
  timelessCounts,
} from "../../domain/plan-offer";
import type { PlanLimits } from "../../domain/plan-policy";
import { FREQUENCIES } from "../../domain/schedule";
import { must } from "./must";

/**
 * Step 2 of the portal, how to pay. A row that offers a whole plan is checked like a typed one.
 * @param today in the provider's time zone
 * @param limits of the course; create checks the provider's again
 */
export function choiceForm(today: CalendarDate, priceCents: number, limits: PlanLimits) {
  return z.transform((fields: Partial<ChoiceFields>, ctx): z.output<ReturnType<typeof typedChoice>> => {
    const row = choiceIn(fields.preset ?? "");
    const typed = row ? { ...fields, ...row } : fields;
    const refuse = (name: PropertyKey | undefined, message: string) => {
      const path = [row && name !== "paymentType" ? "preset" : (name ?? "")];
      ctx.issues.push({ code: "custom", input: fields, path, message });
      return z.NEVER;
    };
    const isPlan = fields.paymentType === "interest_free_payment_plan";
    if (isPlan && presetsFor(priceCents, today, limits).length === 0)
      return refuse("paymentType", "This course has no payment plan. Pay by card");
    const earliest = earliestFirstPayment(today, limits);
    const latest = latestFirstPayment(today, limits);
    const read = typedChoice(earliest, latest, countsFor(typed, today, priceCents, limits)).safeParse(typed);
    if (read.success) return read.data;
    const { issues } = read.error;
    for (const { path, message } of row ? issues.slice(0, 1) : issues) refuse(path[0], message);
    return z.NEVER;
  });
}

/** By frequency and first date, if these are right. */
function countsFor(
  { frequency, firstPaymentDate = "" }: Partial<ChoiceFields>,
  today: CalendarDate,
  priceCents: number,
  limits: PlanLimits,
) {
  const date = plain(firstPaymentDate);
  const isDate = isCalendarDate(date) && mayBegin(date, today, limits);
  if (!isDate || !isOneOf(FREQUENCIES, frequency)) return timelessCounts(priceCents, limits);
  return countsOf(priceCents, { frequency, firstPaymentDate: date }, limits);
}

function typedChoice(
  earliest: CalendarDate,
  latest: CalendarDate,
  { least, most }: ReturnType<typeof timelessCounts>,
) {
  const hasCount = most >= least;
  const count = z.string().check(
    z.overwrite(plain),
    must((value) => value !== "", "Enter the number of payments"),
    must(
      (value) => /^\d{1,3}$/.test(value) && (!hasCount || (Number(value) >= least && Number(value) <= most)),
      `Number of payments must be between ${least} and ${most}`,
    ),
  );
  const date = z.string().check(
    z.overwrite(plain),
    must((value) => value !== "", "Enter the first payment date"),
    must((value) => isCalendarDate(value), "First payment date must be a real date"),
    must((value) => value >= earliest, `First payment date must be on or after ${formatDate(earliest)}`),
    must((value) => value <= latest, `First payment date must be on or before ${formatDate(latest)}`),
  );
  const frequency = z
    .enum(FREQUENCIES, { error: "Select how often you want to pay" })
    .check(z.refine(() => hasCount, "Choose another frequency or an earlier first payment date"));
  const card = z.object({ paymentType: z.literal("upfront_payment") });
  const plan = z.object({
    paymentType: z.literal("interest_free_payment_plan"),
    frequency,
    numberOfInstalments: count,
    firstPaymentDate: date,
  });
  return z.discriminatedUnion("paymentType", [card, plan], { error: "Select how you want to pay" });
}

const plain = (typed: string) => readText(typed, "plain", 10);

export interface ChoiceFields {
  paymentType: string;
  /** A row's whole plan, as `choiceWord` writes it; anything else if the student gives the plan in the fields below. */
  preset?: string;
  frequency: string;
  numberOfInstalments: string;
  firstPaymentDate: string;
  /** Identifies the offer on the page, so that a changed price asks again. */
  offer?: string;
}

export type ChoiceName = Exclude<keyof ChoiceFields, "offer">;
