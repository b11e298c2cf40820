import { confirmByStudent } from "../checkout/confirm";
import type { CheckoutDeps } from "../checkout/context";
import { readForm } from "../contract/forms/read";
import { type Declarations, reviewForm } from "../contract/forms/review";
import { noteFinishing } from "../db/enrolments";
import { CheckoutError } from "../domain/errors";
import { WORDING_VERSION } from "../domain/wording";
import { byStudent, type Enrolment, openAgain, type Visit } from "./context";
import { type Result, refuse } from "./result";
import { stepOf } from "./step";

/**
 * Step 4: signs the plan with the student's three declarations.
 * @param checkoutId of the plan on the page; if another window has replaced it, the student sees the new one first
 * @param wording the version of the agreement on the page; if it has changed, the student reads the new one first
 */
export async function confirmPlan(
  deps: CheckoutDeps,
  visit: Visit,
  at: Enrolment,
  declarations: Declarations,
  checkoutId: string,
  wording: string,
): Promise<Result> {
  if (stepOf(at) !== "review" || at.record?.checkout.id !== checkoutId) return insteadOf(at, checkoutId);
  if (wording !== WORDING_VERSION) return { ok: true, step: "review", undone: "wording" };
  const read = readForm(reviewForm, declarations);
  if (!read.ok) return refuse(read.errors);
  try {
    await noteFinishing(deps.db, at);
    await confirmByStudent(deps, byStudent(at, visit), checkoutId);
    return { ok: true, step: "done" };
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    const { user_message: reason } = error.extra;
    if (error.code === "service_unavailable" && typeof reason === "string") return refuse({}, reason);
    // It expired or was cancelled meanwhile, which the next page says.
    return insteadOf(await openAgain(deps, at), checkoutId);
  }
}

/** The student's step, and whether its plan is another one than on the page, or missing. */
export function insteadOf(at: Enrolment, checkoutId: string): Result {
  const step = stepOf(at);
  const isSame = at.record?.checkout.id === checkoutId && step !== "card";
  return isSame ? { ok: true, step } : { ok: true, step, undone: "plan" };
}
