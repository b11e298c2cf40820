import type { Quote, QuoteCommand } from "../contract/quote";
import { validationFailed } from "../domain/errors";
import { buildSchedule } from "../domain/schedule";
import type { CheckoutDeps, CreateBy } from "./context";
import { planOf, pricingOf } from "./resource";
import { rulesAtThisTime } from "./time-rules";

/** What create would make of these terms now. Nothing is recorded. */
export function quote(
  { now }: Pick<CheckoutDeps, "now">,
  provider: CreateBy["provider"],
  command: QuoteCommand,
): Quote {
  const errors = rulesAtThisTime(provider, command, now());
  if (errors.length > 0) throw validationFailed(errors);
  const schedule = buildSchedule({ ...command, frequency: command.paymentFrequency });
  return { pricing: pricingOf(command), plan: planOf(command, schedule) };
}
