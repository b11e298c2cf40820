import type { CheckoutDeps } from "../checkout/context";
import { choiceForm } from "../contract/forms/choice";
import { saveAnswers } from "../db/enrolments";
import { type CalendarDate, dateInZone } from "../domain/calendar";
import { type OfferedPlan, type PlanChoice, planFor } from "../domain/plan-offer";
import type { Frequency } from "../domain/schedule";
import { beginPlan } from "./choose";
import type { Enrolment, Visit } from "./context";
import { openAgain } from "./context";
import { withdrawPlan } from "./plan";
import type { Result } from "./result";
import { stepOf } from "./step";

/**
 * Another bank account for the plan that waits for its signature: its checkout is cancelled, and the very same plan
 * begins anew. A plan that could not be had any more as it is, because its price or its first day is over, stays; the
 * student chooses anew.
 * @param checkoutId of the plan that stood on the page: one that took its place in another window is looked at first
 */
export async function changeAccount(
  deps: CheckoutDeps,
  visit: Visit,
  at: Enrolment,
  checkoutId: string,
): Promise<Result> {
  const step = stepOf(at);
  if (step !== "review" || at.record!.checkout.id !== checkoutId) return { ok: true, step };
  const plan = samePlan(at, dateInZone(deps.now(), at.provider.timeZone));
  if (!plan) return { ok: true, step: "pay" };
  await withdrawPlan(deps, visit, at);
  // Later than what it withdrew, and the choice as it was: whoever is cut off here chooses with it filled in.
  const { frequency, numberOfInstalments, firstPaymentDate } = plan;
  const choice = { frequency, numberOfInstalments, firstPaymentDate };
  await saveAnswers(deps.db, at, { ...choice, updatedAt: deps.now() });
  const refused = await beginPlan(deps, visit, at, plan);
  if (refused) return refused;
  return { ok: true, step: stepOf(await openAgain(deps, at)) };
}

/** The plan of the checkout, where the course still costs what it did and its first day is still to come. */
export function samePlan({ record, course }: Enrolment, today: CalendarDate): OfferedPlan | null {
  const checkout = record?.checkout;
  if (checkout?.paymentType !== "interest_free_payment_plan") return null;
  if (checkout.coursePriceCents !== course.priceCents) return null;
  const { numberOfInstalments, firstPaymentDate } = checkout;
  const choice: PlanChoice = {
    frequency: checkout.paymentFrequency as Frequency,
    numberOfInstalments,
    firstPaymentDate,
  };
  const fields = {
    ...choice,
    paymentType: checkout.paymentType,
    numberOfInstalments: String(numberOfInstalments),
  };
  return choiceForm(today, course.priceCents).safeParse(fields).success
    ? planFor(course.priceCents, choice)
    : null;
}
