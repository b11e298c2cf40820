import { dateInZone } from "../../packages/dates/zone";
import type { CreateCommand } from "../contract/create";
import type { QuoteCommand } from "../contract/quote";
import type { FieldError } from "../domain/errors";
import type { Id } from "../domain/ids";
import { toAmount } from "../domain/money";
import { LEAD_DAYS } from "../domain/plan-dates";
import { type Breach, breaches, limitsOn, type PlanPolicy, priceBreaches } from "../domain/plan-policy";
import type { CheckoutDeps, CreateBy } from "./context";

/** The provider with its policy. Whose account collects has at least the days that a debit is handed over ahead. */
export async function withLead<P extends PlanPolicy & { id: Id<"prv"> }>(
  { debits }: Pick<CheckoutDeps, "debits">,
  provider: P,
): Promise<P> {
  return (await debits.of(provider.id)) === null ? provider : leading(provider);
}

export const leading = <P extends PlanPolicy>(provider: P): P => ({
  ...provider,
  firstDebitLeadDays: Math.max(provider.firstDebitLeadDays ?? 0, LEAD_DAYS),
});

/** All breaches of the provider's policy. For Pay Now only the price counts. */
export function policyRules(
  { timeZone, ...policy }: CreateBy["provider"],
  command: CreateCommand | QuoteCommand,
  now: Date,
): FieldError[] {
  if (command.paymentType === "upfront_payment")
    return priceBreaches(policy, command.coursePriceCents).map(faultOf);
  const { numberOfInstalments, instalmentCents, financedCents } = command;
  const plan = {
    ...command,
    priceCents: command.coursePriceCents,
    frequency: command.paymentFrequency,
    lastInstalmentCents: financedCents - (numberOfInstalments - 1) * instalmentCents,
  };
  return breaches(limitsOn(policy, dateInZone(now, timeZone)), plan).map(faultOf);
}

const FIELDS: Record<Breach["code"], string> = {
  policy_price: "pricing.course_price",
  policy_deposit: "pricing.upfront_payment",
  policy_too_few_instalments: "plan.number_of_instalments",
  policy_too_many_instalments: "plan.number_of_instalments",
  policy_last_date: "plan.number_of_instalments",
  policy_instalment_too_small: "plan.instalment_amount",
  policy_first_date: "plan.first_payment_date",
};

function faultOf(breach: Breach): FieldError {
  const path = FIELDS[breach.code].split(".");
  const [says, expected] = wordsOf(breach);
  return { path, code: breach.code, message: `${path[1]} ${says}. This is the provider's policy.`, expected };
}

/** What is wrong with the field, and its limit. */
function wordsOf(breach: Breach): [string, string] {
  switch (breach.code) {
    case "policy_price":
      return [`must be at most ${toAmount(breach.most)}`, `<= ${toAmount(breach.most)}`];
    case "policy_deposit": {
      const [least, most] = [breach.least ?? 0, breach.most];
      if (most === null) return [`must be at least ${toAmount(least)}`, `>= ${toAmount(least)}`];
      const range = `${toAmount(least)} to ${toAmount(most)}`;
      return [`must be from ${range}`, range];
    }
    case "policy_too_few_instalments":
      return [`must be at least ${breach.fewest}`, `>= ${breach.fewest}`];
    case "policy_too_many_instalments":
      return [`must be at most ${breach.most}`, `<= ${breach.most}`];
    case "policy_instalment_too_small": {
      const [least, found] = [toAmount(breach.smallest), toAmount(breach.found)];
      return [`makes an instalment of ${found}, but each must be at least ${least}`, `>= ${least}`];
    }
    case "policy_first_date":
      if ("earliest" in breach) return [`must be on or after ${breach.earliest}`, `>= ${breach.earliest}`];
      return [`must be on or before ${breach.latest}`, `<= ${breach.latest}`];
    case "policy_last_date": {
      const { found, latest, most } = breach;
      const wouldDo = most === 0 ? "" : `. ${most} instalments end in time`;
      return [
        `puts the last debit on ${found}, but it must be on or before ${latest}${wouldDo}`,
        `<= ${latest}`,
      ];
    }
    default:
      return breach satisfies never;
  }
}
