import { readText } from "../../../packages/text/text";
import type { PlanPolicy } from "../../domain/plan-policy";
import {
  emptyRange,
  LIMIT_NAMES,
  type LimitName,
  limitsIn,
  policyFault,
  policyOf,
} from "../../provider/policy";
import type { Faults, SetUpField, SetUpValues } from "./action";
import { faultsOf } from "./faults";
import { text } from "./fields";

const MEANING: Record<LimitName, string> = {
  fewest_instalments: "Payments of a plan, from 1 to 104",
  most_instalments: "Payments of a plan, from 1 to 104",
  smallest_instalment: "In dollars, such as 20.00",
  least_deposit: "In dollars. What a student pays first",
  most_deposit: "In dollars. 0 for plans without a deposit",
  first_debit_lead_days: "Business days from the plan to its first debit, at least",
  latest_first_debit_days: "Days from the plan to its first debit, at most",
  latest_last_debit_days: "Days from the plan to its last debit, at most",
  latest_last_debit_date: "The last day of the last debit, such as 2027-11-30",
  highest_price: "In dollars. Holds for card payments too",
};

/** `most_instalments` as "Most instalments". */
const labelOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

export const limitFields = (now: PlanPolicy): SetUpField[] =>
  LIMIT_NAMES.map((name) => text(name, labelOf(name), { hint: MEANING[name], value: limitsIn(now)[name] }));

export const limitsShown = (now: PlanPolicy) =>
  LIMIT_NAMES.map((name) => ({ term: labelOf(name), value: limitsIn(now)[name] ?? "No limit" }));

/** An empty field is no limit. */
export function readLimits(values: SetUpValues): Faults | Partial<PlanPolicy> {
  const texts = LIMIT_NAMES.map((name) => `${name}=${readText(values[name] ?? "", "plain", 20) || "none"}`);
  const faults = LIMIT_NAMES.map((name, at) => [name, policyFault(texts[at] ?? "")]);
  const wrong = faultsOf(Object.fromEntries(faults));
  if (wrong) return wrong;
  const policy = policyOf(texts);
  const empty = emptyRange(policy);
  return (empty === null ? null : faultsOf(atItsField(empty))) ?? policy;
}

/** What names limits as a command does, in the words of the form. */
export const atItsField = (fault: string) => ({
  [LIMIT_NAMES.find((name) => fault.includes(name)) ?? "highest_price"]: fault.replaceAll("_", " "),
});
