import { confirmByStudent } from "../checkout/confirm";
import type { CheckoutDeps } from "../checkout/context";
import { readForm } from "../contract/forms/read";
import { type Declarations, reviewForm } from "../contract/forms/review";
import { CheckoutError } from "../domain/errors";
import { byStudent, type Enrolment, openAgain, type Visit } from "./context";
import { type Result, refuse } from "./result";
import { stepOf } from "./step";

/**
 * Step 4: signs the plan with the student's three declarations.
 * @param checkoutId of the plan on the page; if another window has replaced it, the student sees the new one first
 */
export async function confirmPlan(
  deps: CheckoutDeps,
  visit: Visit,
  at: Enrolment,
  declarations: Declarations,
  checkoutId: string,
): Promise<Result> {
  const step = stepOf(at);
  if (step !== "review" || at.record!.checkout.id !== checkoutId) return { ok: true, step };
  const read = readForm(reviewForm, declarations);
  if (!read.ok) return refuse(read.errors);
  try {
    await confirmByStudent(deps, byStudent(at, visit), checkoutId);
    return { ok: true, step: "done" };
  } catch (error) {
    // It expired or was cancelled meanwhile, which the next page tells.
    if (!(error instanceof CheckoutError)) throw error;
    return { ok: true, step: stepOf(await openAgain(deps, at)) };
  }
}
