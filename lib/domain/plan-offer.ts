import type { PaymentFrequency } from "../../drizzle/vocabulary";
import { lastBusinessDay, nextBusinessDay } from "../../packages/dates/business-days";
import { addDays, addMonthsClamped, type CalendarDate, formatDate } from "../../packages/dates/calendar";
import { firstAndLast } from "../../packages/text/narrow";
import { readText } from "../../packages/text/text";
import { LATEST_FIRST_DAYS, MAX_INSTALMENTS } from "./limits";
import type { Cents } from "./money";
import { breaches, mostInTime, type PlanLimits } from "./plan-policy";
import { buildSchedule, type Frequency, frequencyOf, type Instalment, splitEvenly } from "./schedule";

/** A year's worth. */
const USUAL_COUNT: Readonly<Record<Frequency, number>> = { Weekly: 52, Fortnightly: 26, Monthly: 12 };

const DAYS_UNTIL_FIRST = 14;

/** The amounts follow from the course's price. */
export interface PlanChoice {
  frequency: Frequency;
  numberOfInstalments: number;
  firstPaymentDate: CalendarDate;
}

/** The plan of a checkout. @throws RangeError for Pay Now */
export function choiceOf(checkout: Omit<PlanChoice, "frequency"> & { paymentFrequency: PaymentFrequency }) {
  const { numberOfInstalments, firstPaymentDate } = checkout;
  return { frequency: frequencyOf(checkout.paymentFrequency), numberOfInstalments, firstPaymentDate };
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

/** The first day on which a plan that is made today may begin under these limits. Its debit may be some days later. */
export function earliestFirstPayment(today: CalendarDate, { earliestFirst }: PlanLimits): CalendarDate {
  return earliestFirst ? later(today, addDays(lastBusinessDay(addDays(earliestFirst, -1)), 1)) : today;
}

const later = (a: CalendarDate, b: CalendarDate) => (a > b ? a : b);

export const mayBegin = (date: CalendarDate, today: CalendarDate, limits: PlanLimits): boolean =>
  date >= earliestFirstPayment(today, limits) && date <= latestFirstPayment(today, limits);

/** The last day on which a plan that is made today may begin under these limits. */
export function latestFirstPayment(
  today: CalendarDate,
  { latestFirst, latestLast }: PlanLimits,
): CalendarDate {
  const latest = lastFirstPayment(today);
  return [latestFirst ?? latest, latestLast ?? latest].reduce((a, b) => (b < a ? b : a), latest);
}

type Rhythm = Pick<PlanChoice, "frequency" | "firstPaymentDate">;

/** How many payments there may be, whenever they are due. */
export function timelessCounts(priceCents: Cents, limits: PlanLimits) {
  const most = Math.floor(priceCents / (limits.smallestInstalmentCents ?? 1));
  return {
    least: limits.fewestInstalments ?? 1,
    most: Math.min(limits.mostInstalments ?? MAX_INSTALMENTS, most),
  };
}

/** How many payments there may be. `most` is less than `least` if there is no such plan. */
export function countsOf(priceCents: Cents, rhythm: Rhythm, limits: PlanLimits) {
  const { least, most } = timelessCounts(priceCents, limits);
  return { least, most: mostInTime(rhythm, limits, most) };
}

/** A year's worth, as far as possible. */
export function usualCount(priceCents: Cents, rhythm: Rhythm, limits: PlanLimits): number {
  const { least, most } = countsOf(priceCents, rhythm, limits);
  return Math.min(Math.max(USUAL_COUNT[rhythm.frequency], least), most);
}

/**
 * Up to three plans within the limits; none only if the course has no plan at all. The first is the usual one: a year of
 * fortnights, or as long as possible. The second is half as long, the third monthly. They begin in two weeks. If nothing
 * fits then, they begin on the next business day, or else as early as possible, when the most plans end in time.
 * @param first the payment date to begin at, if allowed
 */
export function presetsFor(
  priceCents: Cents,
  today: CalendarDate,
  limits: PlanLimits,
  first: CalendarDate | null = null,
): OfferedPlan[] {
  const latest = latestFirstPayment(today, limits);
  const earliest = earliestFirstPayment(today, limits);
  const next = (days: number) => nextBusinessDay(later(addDays(today, days), earliest));
  const inTwoWeeks = next(DAYS_UNTIL_FIRST);
  const usual = inTwoWeeks < latest ? inTwoWeeks : latest;
  for (const date of [first ?? usual, usual, next(1), earliest]) {
    const presets = mayBegin(date, today, limits) ? presetsFrom(date, priceCents, limits) : [];
    if (presets.length > 0) return presets;
  }
  return [];
}

function presetsFrom(firstPaymentDate: CalendarDate, priceCents: Cents, limits: PlanLimits): OfferedPlan[] {
  const longest = (frequency: Frequency): PlanChoice => ({
    frequency,
    numberOfInstalments: usualCount(priceCents, { frequency, firstPaymentDate }, limits),
    firstPaymentDate,
  });
  const halved = (plan: PlanChoice) => ({
    ...plan,
    numberOfInstalments: Math.max(Math.ceil(plan.numberOfInstalments / 2), limits.fewestInstalments ?? 1),
  });
  const [fortnightly, weekly, monthly] = [longest("Fortnightly"), longest("Weekly"), longest("Monthly")];
  const isOffered = (choice: PlanChoice) => offeredPlan(priceCents, choice, limits) !== null;
  const main = [fortnightly, weekly, monthly].find(isOffered);
  if (!main) return [];
  const choices = [main, halved(main), monthly].filter(
    ({ frequency, numberOfInstalments: count }, index, all) =>
      (index === 0 || count > 1) &&
      all.findIndex((one) => one.frequency === frequency && one.numberOfInstalments === count) === index,
  );
  return choices.flatMap((choice) => offeredPlan(priceCents, choice, limits) ?? []);
}

/** Null if there is no such plan within the limits. */
function offeredPlan(priceCents: Cents, choice: PlanChoice, limits: PlanLimits): OfferedPlan | null {
  const plan = choice.numberOfInstalments < 1 ? null : planFor(priceCents, choice);
  return plan && breaches(limits, { ...plan, priceCents, depositCents: 0 }).length === 0 ? plan : null;
}

export interface PlanOffer {
  priceCents: Cents;
  today: CalendarDate;
  limits: PlanLimits;
}

/**
 * The presets, and the present plan as it was agreed, whatever the course offers now. It replaces the preset that is the
 * same choice, or comes first if nobody could choose it any more.
 */
export function withPlanUnderWay(
  presets: readonly OfferedPlan[],
  underWay: OfferedPlan,
  { priceCents, today, limits }: PlanOffer,
): OfferedPlan[] {
  const word = choiceWord(underWay);
  if (presets.some((one) => choiceWord(one) === word))
    return presets.map((one) => (choiceWord(one) === word ? underWay : one));
  const isInTime = mayBegin(underWay.firstPaymentDate, today, limits);
  return isInTime && offeredPlan(priceCents, underWay, limits) ? [...presets] : [underWay, ...presets];
}

/** The plans to choose from with one touch, and whether another number or date is possible. */
export interface PlanRows {
  rows: PlanChoice[];
  hasOthers: boolean;
}

/**
 * @param first the payment date to begin at, if allowed
 * @param underWay the present plan, which stays if it is chosen again
 */
export function planRows(
  offer: PlanOffer,
  first: CalendarDate | null,
  underWay: OfferedPlan | null,
): PlanRows {
  const presets = presetsFor(offer.priceCents, offer.today, offer.limits, first);
  const rows = underWay ? withPlanUnderWay(presets, underWay, offer) : presets;
  const choice = ({ frequency, numberOfInstalments, firstPaymentDate }: PlanChoice) => ({
    frequency,
    numberOfInstalments,
    firstPaymentDate,
  });
  return { rows: rows.map(choice), hasOthers: presets.length > 0 };
}

/** A choice in one word, as the form's rows post it. */
export function choiceWord({ frequency, numberOfInstalments, firstPaymentDate }: PlanChoice): string {
  return [frequency, numberOfInstalments, firstPaymentDate].join("_");
}

/** Reads what `choiceWord` wrote; null for any other text. */
export function choiceIn(word: string) {
  const [frequency, numberOfInstalments, firstPaymentDate, more] = word.split("_");
  if (!frequency || !numberOfInstalments || !firstPaymentDate || more !== undefined) return null;
  return { frequency, numberOfInstalments, firstPaymentDate };
}

/** How a form gives a plan: by a row's word, or else by its fields. */
interface PlanFields {
  preset?: string;
  frequency: string;
  numberOfInstalments: string;
  firstPaymentDate: string;
}

/** Whether a form gives exactly this plan, whatever is offered. */
export function givesPlan(fields: PlanFields, plan: PlanChoice): boolean {
  const { frequency, numberOfInstalments, firstPaymentDate } = choiceIn(fields.preset ?? "") ?? fields;
  return (
    frequency === plan.frequency &&
    readText(numberOfInstalments, "plain", 10).replace(/^0+/, "") === String(plan.numberOfInstalments) &&
    readText(firstPaymentDate, "plain", 10) === plan.firstPaymentDate
  );
}

/** "6 × $58.16 a fortnight, until February", with the year if the same month comes earlier too. */
export function describePreset(plan: OfferedPlan, today: CalendarDate, money: (cents: Cents) => string) {
  const { numberOfInstalments: count, frequency, instalmentCents, schedule } = plan;
  const last = firstAndLast(schedule)[1].debitDate;
  const [, month, year] = formatDate(last).split(" ");
  const name = last < addMonthsClamped(`${today.slice(0, 7)}-01`, 11) ? month : `${month} ${year}`;
  const payments = `${count} × ${money(instalmentCents)}`;
  return count === 1 ? `${payments}, in ${name}` : `${payments} ${per(frequency)}, until ${name}`;
}

/** Null if there are fewer cents than instalments. */
export function planFor(priceCents: Cents, choice: PlanChoice): OfferedPlan | null {
  const split = splitEvenly(priceCents, choice.numberOfInstalments);
  if (!split) return null;
  const terms = { ...choice, ...split, financedCents: priceCents };
  return { ...choice, ...split, schedule: buildSchedule(terms) };
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
