import type { CalendarDate } from "../../packages/dates/calendar";
import { dateInZone } from "../../packages/dates/zone";
import type { CheckoutDeps } from "../checkout/context";
import { choiceForm } from "../contract/forms/choice";
import { saveAnswers } from "../db/enrolments";
import { choiceOf, type OfferedPlan, planFor } from "../domain/plan-offer";
import { beginPlan } from "./choose";
import { insteadOf } from "./confirm";
import type { Enrolment, Visit } from "./context";
import { limitsFor, withdrawPlan } from "./plan";
import type { Result } from "./result";
import { stepOf } from "./step";

/**
 * Cancels the plan that awaits confirmation and begins the same one again, for another bank account. A plan that is no
 * longer offered is kept, and the student chooses payments again.
 * @param checkoutId of the plan on the page; if another window has replaced it, the student sees the new one first
 */
export async function changeAccount(
  deps: CheckoutDeps,
  visit: Visit,
  at: Enrolment,
  checkoutId: string,
): Promise<Result> {
  if (stepOf(at) !== "review" || at.record?.checkout.id !== checkoutId) return insteadOf(at, checkoutId);
  const plan = samePlan(at, dateInZone(deps.now(), at.provider.timeZone));
  if (!plan) return { ok: true, step: "pay" };
  await withdrawPlan(deps, visit, at);
  // If this stops here, the student finds the same choice filled in. It must be later than the cancellation, see
  // `endedSince`.
  const { frequency, numberOfInstalments, firstPaymentDate } = plan;
  const choice = { frequency, numberOfInstalments, firstPaymentDate };
  await saveAnswers(deps.db, at, { ...choice, updatedAt: deps.now() });
  return beginPlan(deps, visit, at, plan);
}

/** The checkout's plan, if the course still has its price and its limits, and the first payment is not past. */
export function samePlan(at: Enrolment, today: CalendarDate): OfferedPlan | null {
  const { record, course } = at;
  const checkout = record?.checkout;
  if (checkout?.paymentType !== "interest_free_payment_plan") return null;
  if (checkout.coursePriceCents !== course.priceCents) return null;
  const { paymentType } = checkout;
  const choice = choiceOf(checkout);
  const fields = { paymentType, ...choice, numberOfInstalments: String(choice.numberOfInstalments) };
  const limits = limitsFor(at, today);
  if (!choiceForm(today, course.priceCents, limits).safeParse(fields).success) return null;
  return planFor(course.priceCents, choice);
}
