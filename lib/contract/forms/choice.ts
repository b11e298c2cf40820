import * as z from "zod/mini";
import { type CalendarDate, formatDate, isCalendarDate } from "../../../packages/dates/calendar";
import { isOneOf, present } from "../../../packages/text/narrow";
import { readText } from "../../../packages/text/text";
import { MAX_INSTALMENTS } from "../../domain/limits";
import { formatMoney } from "../../domain/money";
import {
  choiceIn,
  lastFirstPayment,
  latestFirstPayment,
  type PlanChoice,
  planFor,
} from "../../domain/plan-offer";
import { type Breach, breaches, type PlanLimits } from "../../domain/plan-policy";
import { FREQUENCIES } from "../../domain/schedule";
import { must } from "./must";

type FieldName = keyof ChoiceFields;

/**
 * Step 2 of the portal, how to pay. A row that offers a whole plan is judged as one that was typed.
 * @param today in the provider's time zone
 * @param limits of the course; create checks the provider's again
 */
export function choiceForm(today: CalendarDate, priceCents: number, limits: PlanLimits) {
  const typed = typedChoice(today, priceCents, limits);
  return z.transform((fields: Partial<ChoiceFields>, ctx): z.output<typeof typed> => {
    const row = choiceIn(fields.preset ?? "");
    const given = row ? { ...fields, ...row } : fields;
    const read = typed.safeParse(given);
    const errors = new Map<PropertyKey, string>();
    for (const { path, message } of read.error?.issues ?? []) errors.set(present(path[0], "field"), message);
    if (given.paymentType === "interest_free_payment_plan") {
      const told = remedies(judged(given, errors, today), priceCents, limits);
      for (const [name, message] of told) if (!errors.has(name)) errors.set(name, message);
    }
    if (read.success && errors.size === 0) return read.data;
    const said = row ? [...errors].slice(0, 1) : errors;
    for (const [name, message] of said) {
      const path = [row && name !== "paymentType" ? "preset" : name];
      ctx.issues.push({ code: "custom", input: fields, path, message });
    }
    return z.NEVER;
  });
}

/** What no course can allow; what this one does not is judged by `breaches`. */
function typedChoice(today: CalendarDate, priceCents: number, limits: PlanLimits) {
  const most = Math.min(MAX_INSTALMENTS, priceCents);
  const range = `between ${limits.fewestInstalments ?? 1} and ${Math.min(most, limits.mostInstalments ?? most)}`;
  const count = z.string().check(
    z.overwrite(plain),
    must((value) => value !== "", "Enter the number of payments"),
    must(
      (value) => /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= most,
      `Number of payments must be ${range}`,
    ),
  );
  const date = z.string().check(
    z.overwrite(plain),
    must((value) => value !== "", "Enter the first payment date"),
    must((value) => isCalendarDate(value), "First payment date must be a real date"),
    must((value) => value >= today, `First payment date must be on or after ${formatDate(today)}`),
    must((value) => value <= lastFirstPayment(today), dateUpTo(latestFirstPayment(today, limits))),
  );
  const card = z.object({ paymentType: z.literal("upfront_payment") });
  const plan = z.object({
    paymentType: z.literal("interest_free_payment_plan"),
    frequency: z.enum(FREQUENCIES, { error: "Select how often you want to pay" }),
    numberOfInstalments: count,
    firstPaymentDate: date,
  });
  return z.discriminatedUnion("paymentType", [card, plan], { error: "Select how you want to pay" });
}

/** The plan of the fields; where one is wrong already, with what breaks least, so that the others are judged at once. */
function judged(
  { frequency, numberOfInstalments, firstPaymentDate }: Partial<ChoiceFields>,
  errors: ReadonlyMap<PropertyKey, string>,
  today: CalendarDate,
): PlanChoice {
  return {
    frequency: isOneOf(FREQUENCIES, frequency) ? frequency : "Weekly",
    numberOfInstalments: errors.has("numberOfInstalments") ? 1 : Number(plain(numberOfInstalments ?? "")),
    firstPaymentDate: errors.has("firstPaymentDate") ? today : plain(firstPaymentDate ?? ""),
  };
}

interface Remedy {
  field: FieldName;
  message: string;
  /** Of two for a field the lower one is said: who keeps to it is not refused again. */
  limit?: number | CalendarDate;
}

const NO_PLAN: Remedy = {
  field: "paymentType",
  message: "This course has no payment plan. Pay by card",
};

function remedies(choice: PlanChoice, priceCents: number, limits: PlanLimits): [FieldName, string][] {
  const least = limits.fewestInstalments ?? 1;
  const plan = present(planFor(priceCents, choice), "plan of a number that was checked");
  const all = breaches(limits, { ...plan, priceCents, depositCents: 0 }).map((breach) =>
    remedyFor(breach, priceCents, least),
  );
  if (all.includes(NO_PLAN)) return [[NO_PLAN.field, NO_PLAN.message]];
  const lowest = new Map<FieldName, Remedy>();
  for (const remedy of all) {
    const other = lowest.get(remedy.field);
    if (!other || isLower(remedy.limit, other.limit)) lowest.set(remedy.field, remedy);
  }
  return [...lowest.values()].map(({ field, message }) => [field, message]);
}

const isLower = (one: Remedy["limit"], other: Remedy["limit"]) =>
  one !== undefined && other !== undefined && one < other;

function remedyFor(breach: Breach, priceCents: number, least: number): Remedy {
  switch (breach.code) {
    case "policy_price":
    case "policy_deposit":
      return NO_PLAN;
    case "policy_too_few_instalments":
      return numberTo(`${breach.fewest} or more for this course`);
    case "policy_too_many_instalments": {
      const { most } = breach;
      return most < least ? NO_PLAN : numberTo(`${most} or fewer for this course`, most);
    }
    case "policy_instalment_too_small": {
      const most = Math.floor(priceCents / breach.smallest);
      const each = `so that each is ${formatMoney(breach.smallest)} or more`;
      return most < least ? NO_PLAN : numberTo(`${most} or fewer, ${each}`, most);
    }
    case "policy_first_date":
      return { field: "firstPaymentDate", message: dateUpTo(breach.latest), limit: breach.latest };
    case "policy_last_date": {
      const { most, latest } = breach;
      if (most === 0) return { field: "firstPaymentDate", message: dateUpTo(latest), limit: latest };
      const by = `is on or before ${formatDate(latest)}`;
      if (most >= least) return numberTo(`${most} or fewer, so that the last ${by}`, most);
      const other = "Choose another frequency or an earlier first payment date";
      return { field: "frequency", message: `${other}, so that the last payment ${by}` };
    }
    default:
      return breach satisfies never;
  }
}

const plain = (typed: string) => readText(typed, "plain", 10);

const numberTo = (rest: string, limit?: number): Remedy => ({
  field: "numberOfInstalments",
  message: `Number of payments must be ${rest}`,
  limit,
});

const dateUpTo = (latest: CalendarDate) => `First payment date must be on or before ${formatDate(latest)}`;

export interface ChoiceFields {
  paymentType: string;
  /** A row's whole plan, as `choiceWord` writes it; anything else where the student gives the plan by the fields below. */
  preset?: string;
  frequency: string;
  numberOfInstalments: string;
  firstPaymentDate: string;
  /** Identifies the offer that was on the page, so that a changed price asks again. */
  offer?: string;
}

/** What the student fills in of it. */
export type ChoiceName = Exclude<FieldName, "offer">;
