import { dateInZone } from "../../packages/dates/zone";
import type { CreateCommand } from "../contract/create";
import type { QuoteCommand } from "../contract/quote";
import type { FieldError, FieldErrorCode } from "../domain/errors";
import { lastFirstPayment } from "../domain/plan-offer";
import type { CheckoutDeps, CreateBy } from "./context";
import { policyRules, withLead } from "./policy-rules";

/** Rules that may hold for one request and not for a later one. A replay does not have to meet them. */
export async function rulesAtThisTime(
  deps: Pick<CheckoutDeps, "debits" | "now">,
  provider: CreateBy["provider"],
  command: CreateCommand | QuoteCommand,
): Promise<FieldError[]> {
  const now = deps.now();
  const errors = clockRules(command, provider.timeZone, now);
  const isPlan = command.paymentType !== "upfront_payment";
  const ofPolicy = policyRules(isPlan ? await withLead(deps, provider) : provider, command, now);
  // One error for a date is enough.
  const isTold = errors.length > 0;
  return [...errors, ...(isTold ? ofPolicy.filter(({ code }) => code !== "policy_first_date") : ofPolicy)];
}

/** The rules that need a clock. */
function clockRules(command: CreateCommand | QuoteCommand, timeZone: string, now: Date): FieldError[] {
  if (command.paymentType === "upfront_payment") return [];
  const today = dateInZone(now, timeZone);
  const latest = lastFirstPayment(today);
  const fault = (code: FieldErrorCode, sign: string, limit: string, date: string): FieldError[] => [
    {
      path: ["plan", "first_payment_date"],
      code,
      message: `first_payment_date must be on or ${limit} ${date}.`,
      expected: `${sign} ${date}`,
    },
  ];
  if (command.firstPaymentDate < today) return fault("date_too_early", ">=", "after", today);
  if (command.firstPaymentDate > latest) return fault("date_too_late", "<=", "before", latest);
  return [];
}
