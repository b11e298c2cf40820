import type { Quote, QuoteCommand } from "../contract/quote";
import { validationFailed } from "../domain/errors";
import { buildSchedule } from "../domain/schedule";
import type { CheckoutDeps, CreateBy } from "./context";
import { planOf, pricingOf } from "./resource";
import { rulesAtThisTime } from "./time-rules";

/** What create would make of these terms now. Nothing is recorded. */
export async function quote(
  deps: Pick<CheckoutDeps, "debits" | "now">,
  provider: CreateBy["provider"],
  command: QuoteCommand,
): Promise<Quote> {
  const errors = await rulesAtThisTime(deps, provider, command);
  if (errors.length > 0) throw validationFailed(errors);
  const schedule = buildSchedule({ ...command, frequency: command.paymentFrequency });
  return { pricing: pricingOf(command), plan: planOf(command, schedule) };
}
