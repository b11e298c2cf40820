import { confirmByStudent } from "../checkout/confirm";
import type { CheckoutDeps } from "../checkout/context";
import { type Declarations, reviewForm } from "../contract/forms/review";
import { CheckoutError } from "../domain/errors";
import { byStudent, type Enrolment, openEnrolment, type Visit } from "./context";
import { byField, type Result, refuse } from "./result";
import { stepOf } from "./step";

/** Step 4: signs the plan with the student's three declarations. */
export async function confirmPlan(
  deps: CheckoutDeps,
  visit: Visit,
  at: Enrolment,
  declarations: Declarations,
): Promise<Result> {
  const step = stepOf(at);
  if (step !== "review") return { ok: true, step };
  const read = reviewForm.safeParse(declarations);
  if (!read.success) return refuse(byField(read.error.issues));
  try {
    await confirmByStudent(deps, byStudent(at, visit), at.record!.checkout.id);
    return { ok: true, step: "done" };
  } catch (error) {
    // It expired or was cancelled meanwhile: the next page says so.
    if (!(error instanceof CheckoutError)) throw error;
    const now = await openEnrolment(deps, at.secret);
    return { ok: true, step: stepOf(now!) };
  }
}
