import { isCalendarDate } from "../../packages/dates/calendar";
import { isKeyOf, keysOf } from "../../packages/text/narrow";
import { MAX_INSTALMENTS } from "../domain/limits";
import { type Cents, toAmount } from "../domain/money";
import {
  LEAST_POLICY_DAYS,
  MAX_LEAD_DAYS,
  MAX_POLICY_DAYS,
  NO_POLICY,
  type PlanPolicy,
} from "../domain/plan-policy";
import { centsOf, priceFault } from "./values";

/** How a limit is written. */
interface Kind {
  fault: (text: string) => string | null;
  read: (text: string) => number | string;
  write: (value: number | string) => string;
}

const whole = (least: number, most: number): Kind => ({
  fault: (text) =>
    /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most
      ? null
      : `write a whole number from ${least} to ${most}.`,
  read: Number,
  write: String,
});
const COUNT = whole(1, MAX_INSTALMENTS);
const LEAD_DAYS = whole(0, MAX_LEAD_DAYS);
const DAYS = whole(LEAST_POLICY_DAYS, MAX_POLICY_DAYS);
const MONEY: Kind = {
  fault: priceFault,
  read: centsOf,
  write: (value) => toAmount(Number(value)).toFixed(2),
};
const DEPOSIT: Kind = { ...MONEY, fault: (text) => (centsOf(text) === 0 ? null : priceFault(text)) };
const DATE: Kind = {
  fault: (text) => (isCalendarDate(text) ? null : "write a date like 2027-11-30."),
  read: (text) => text,
  write: String,
};

/** By the names that stand on a command line. */
const LIMITS = {
  fewest_instalments: ["fewestInstalments", COUNT],
  most_instalments: ["mostInstalments", COUNT],
  smallest_instalment: ["smallestInstalmentCents", MONEY],
  least_deposit: ["leastDepositCents", DEPOSIT],
  most_deposit: ["mostDepositCents", DEPOSIT],
  first_debit_lead_days: ["firstDebitLeadDays", LEAD_DAYS],
  latest_first_debit_days: ["latestFirstDebitDays", DAYS],
  latest_last_debit_days: ["latestLastDebitDays", DAYS],
  latest_last_debit_date: ["latestLastDebitDate", DATE],
  highest_price: ["highestPriceCents", MONEY],
} as const satisfies Record<string, readonly [keyof PlanPolicy, Kind]>;

export type LimitName = keyof typeof LIMITS;
export const LIMIT_NAMES = keysOf(LIMITS);

const parts = (text: string): [string, string] => {
  const [name = "", ...value] = text.split("=");
  return [name.trim(), value.join("=").trim()];
};

/** What is wrong with "most_instalments=12", or null. */
export function policyFault(text: string): string | null {
  const [name, value] = parts(text);
  if (!isKeyOf(LIMITS, name))
    return `write a limit as NAME=VALUE. There are: ${Object.keys(LIMITS).join(", ")}.`;
  return value === "none" ? null : LIMITS[name][1].fault(value);
}

/** The limits of texts that `policyFault` accepts; "none" ends a limit, and of two the last counts. */
export function policyOf(texts: readonly string[]): Partial<PlanPolicy> {
  const limits = texts.map(parts).map(([name, value]) => {
    if (!isKeyOf(LIMITS, name)) throw new RangeError(`There is no limit ${name}`);
    const [member, kind] = LIMITS[name];
    return [member, value === "none" ? null : kind.read(value)];
  });
  return Object.fromEntries(limits);
}

/** No plan could keep to such a policy. */
export function emptyRange(policy: Partial<PlanPolicy>): string | null {
  const limits = { ...NO_POLICY, ...policy };
  const isEmpty = (least: number | null, most: number | null) =>
    least !== null && most !== null && least > most;
  if (isEmpty(limits.fewestInstalments, limits.mostInstalments))
    return "fewest_instalments is more than most_instalments.";
  if (isEmpty(limits.firstDebitLeadDays, limits.latestFirstDebitDays))
    return "first_debit_lead_days is more than latest_first_debit_days.";
  return isEmpty(limits.leastDepositCents, limits.mostDepositCents)
    ? "least_deposit is more than most_deposit."
    : null;
}

/** The limits that there are, as they are written. */
export function limitsIn(policy: PlanPolicy): Partial<Record<LimitName, string>> {
  const found = LIMIT_NAMES.flatMap((name) => {
    const [member, { write }] = LIMITS[name];
    const value = policy[member];
    return value === null ? [] : [[name, write(value)]];
  });
  return Object.fromEntries(found);
}

/** As it was given: `["most_instalments=12"]`. */
export const policyWords = (policy: PlanPolicy): string[] =>
  Object.entries(limitsIn(policy)).map(([name, value]) => `${name}=${value}`);

interface Priced {
  slug: string;
  priceCents: Cents;
}

/** A course that costs more could be paid for in no way. */
export function dearerFault(courses: readonly Priced[], most: Cents | null | undefined): string | null {
  const dearer = courses.filter(({ priceCents }) => most != null && priceCents > most);
  return dearer.length === 0
    ? null
    : `these courses cost more than highest_price: ${dearer.map(({ slug }) => slug).join(", ")}.`;
}

/** The same for a new course. */
export const aboveFault = (price: Cents, most: Cents | null): string | null =>
  most !== null && price > most ? `this is above the provider's highest price, ${toAmount(most)}.` : null;
