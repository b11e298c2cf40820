import { sql } from "drizzle-orm";
import { check, date, integer } from "drizzle-orm/pg-core";
import { LEAST_POLICY_DAYS, MAX_CENTS, MAX_INSTALMENTS, MAX_LEAD_DAYS, MAX_POLICY_DAYS } from "../vocabulary";
import { cents } from "./columns";

/** Limits of payment plans, of a provider or a course; null is no limit. */
export const policyColumns = () => ({
  fewestInstalments: integer(),
  mostInstalments: integer(),
  /** Of every instalment, the last one too. */
  smallestInstalmentCents: cents(),
  leastDepositCents: cents(),
  mostDepositCents: cents(),
  /** Business days after the one on which the plan is made. */
  firstDebitLeadDays: integer(),
  /** Days after the one on which the plan is made. */
  latestFirstDebitDays: integer(),
  latestLastDebitDays: integer(),
  latestLastDebitDate: date({ mode: "string" }),
  highestPriceCents: cents(),
});

const RANGES = [
  ["fewest_instalments", 1, MAX_INSTALMENTS],
  ["most_instalments", 1, MAX_INSTALMENTS],
  ["smallest_instalment_cents", 1, MAX_CENTS],
  ["least_deposit_cents", 0, MAX_CENTS],
  ["most_deposit_cents", 0, MAX_CENTS],
  ["first_debit_lead_days", 0, MAX_LEAD_DAYS],
  ["latest_first_debit_days", LEAST_POLICY_DAYS, MAX_POLICY_DAYS],
  ["latest_last_debit_days", LEAST_POLICY_DAYS, MAX_POLICY_DAYS],
  ["highest_price_cents", 1, MAX_CENTS],
] as const;

/** Each limit of that table is possible, and no range is empty. A limit that is null passes. */
export function policyCheck(table: "provider" | "course") {
  const rules = [
    ...RANGES.map(([column, least, most]) => `${column} between ${least} and ${most}`),
    "fewest_instalments <= most_instalments",
    "least_deposit_cents <= most_deposit_cents",
    "first_debit_lead_days <= latest_first_debit_days",
  ];
  return check(
    `${table}_policy_possible`,
    sql.raw(rules.map((rule) => `(${rule}) is not false`).join(" and ")),
  );
}
