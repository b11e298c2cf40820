import * as z from "zod/mini";
import { type CalendarDate, formatDate, isCalendarDate } from "../../domain/calendar";
import { MAX_INSTALMENTS } from "../../domain/limits";
import { formatMoney } from "../../domain/money";
import { choiceIn, latestFirstPayment, planFor } from "../../domain/plan-offer";
import { type Breach, breaches, type PlanLimits } from "../../domain/plan-policy";
import { FREQUENCIES } from "../../domain/schedule";
import type { PAYMENT_TYPES } from "../../domain/states";
import { must } from "./must";

/**
 * D-065: step 2 of the portal, how to pay. A row that offers a whole plan is judged as one that was typed.
 * @param today in the provider's time zone
 * @param limits of the course; create checks the provider's again
 */
export function choiceForm(today: CalendarDate, priceCents: number, limits: PlanLimits) {
  const typed = typedChoice(today, priceCents, limits);
  return z.transform((fields: Partial<ChoiceFields>, ctx): z.output<typeof typed> => {
    const row = choiceIn(fields.preset ?? "");
    const read = typed.safeParse(row ? { ...fields, ...row } : fields);
    if (read.success) return read.data;
    const issues = read.error.issues.map(({ path: [field], message }) => ({
      code: "custom" as const,
      input: fields,
      path: [row && field !== "paymentType" ? "preset" : String(field)],
      message,
    }));
    ctx.issues.push(...(row ? issues.slice(0, 1) : issues));
    return z.NEVER;
  });
}

function typedChoice(today: CalendarDate, priceCents: number, limits: PlanLimits) {
  const least = limits.fewestInstalments ?? 1;
  const own = Math.min(MAX_INSTALMENTS, priceCents);
  const most = Math.min(own, limits.mostInstalments ?? own);
  const latest = latestFirstPayment(today, limits);
  const count = z.string().check(
    z.trim(),
    must((value) => value !== "", "Enter the number of payments"),
    must(
      (value) => /^\d{1,3}$/.test(value) && Number(value) >= 1 && (most < own || Number(value) <= own),
      `Number of payments must be between ${least} and ${most}`,
    ),
    must((value) => Number(value) <= most, `Number of payments must be ${most} or fewer for this course`),
    must((value) => Number(value) >= least, `Number of payments must be ${least} or more for this course`),
  );
  const date = z.string().check(
    z.trim(),
    must((value) => value !== "", "Enter the first payment date"),
    must((value) => isCalendarDate(value), "First payment date must be a real date"),
    must((value) => value >= today, `First payment date must be on or after ${formatDate(today)}`),
    must((value) => value <= latest, `First payment date must be on or before ${formatDate(latest)}`),
  );
  const card = z.object({ paymentType: z.literal("upfront_payment") });
  const plan = z
    .object({
      paymentType: z.literal("interest_free_payment_plan"),
      frequency: z.enum(FREQUENCIES, { error: "Select how often you want to pay" }),
      numberOfInstalments: count,
      firstPaymentDate: date,
    })
    .check(({ value, issues }) => {
      const made = planFor(priceCents, { ...value, numberOfInstalments: Number(value.numberOfInstalments) });
      const [first] = made ? breaches(limits, { ...made, priceCents, depositCents: 0 }) : [];
      if (!first) return;
      const [field, message] = saidOf(first, priceCents);
      issues.push({ code: "custom", input: value, path: [field], message });
    });
  return z.discriminatedUnion("paymentType", [card, plan], { error: "Select how you want to pay" });
}

function saidOf(breach: Breach, priceCents: number): [keyof ChoiceFields, string] {
  switch (breach.code) {
    case "policy_price":
    case "policy_deposit":
      return ["paymentType", "This course has no payment plan. Pay by card"];
    case "policy_too_few_instalments":
      return ["numberOfInstalments", `Number of payments must be ${breach.fewest} or more for this course`];
    case "policy_too_many_instalments":
      return ["numberOfInstalments", `Number of payments must be ${breach.most} or fewer for this course`];
    case "policy_instalment_too_small": {
      const most = Math.floor(priceCents / breach.smallest);
      const each = `so that each is ${formatMoney(breach.smallest)} or more`;
      return ["numberOfInstalments", `Number of payments must be ${most} or fewer, ${each}`];
    }
    case "policy_first_date":
      return ["firstPaymentDate", `First payment date must be on or before ${formatDate(breach.latest)}`];
    case "policy_last_date": {
      const last = `so that the last is on or before ${formatDate(breach.latest)}`;
      return ["numberOfInstalments", `Number of payments must be ${breach.most} or fewer, ${last}`];
    }
    default:
      return breach satisfies never;
  }
}

export interface ChoiceFields {
  paymentType: (typeof PAYMENT_TYPES)[number] | "";
  /** A row's whole plan, as `choiceWord` writes it; anything else where the student gives the plan by the fields below. */
  preset?: string;
  frequency: string;
  numberOfInstalments: string;
  firstPaymentDate: string;
  /** Identifies the offer that was on the page, so that a changed price asks again (D-061). */
  offer?: string;
}
