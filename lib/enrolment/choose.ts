import type { CheckoutDeps } from "../checkout/context";
import { type ChoiceFields, choiceForm } from "../contract/forms/choice";
import { readForm } from "../contract/forms/read";
import { saveAnswers } from "../db/enrolments";
import { dateInZone } from "../domain/calendar";
import { CheckoutError } from "../domain/errors";
import { formatMoney } from "../domain/money";
import { type OfferedPlan, type PlanChoice, planFor } from "../domain/plan-offer";
import { isAwaiting } from "../domain/states";
import { type Enrolment, openAgain, type Visit } from "./context";
import { offerOf } from "./offer";
import { startPlan, withdrawPlan } from "./plan";
import { type Result, refuse, refuseWith } from "./result";
import { stepOf } from "./step";

/**
 * Step 2: by card, or in instalments. A plan's checkout begins here; one that was begun with other terms is withdrawn
 * first. The same choice again changes nothing.
 */
export async function choosePayment(
  deps: CheckoutDeps,
  visit: Visit,
  at: Enrolment,
  fields: ChoiceFields,
): Promise<Result> {
  const step = stepOf(at);
  if (step === "done" || step === "checking" || step === "details") return { ok: true, step };
  const { priceCents } = at.course;
  if (fields.offer !== undefined && fields.offer !== offerOf(at.course))
    return refuseWith(
      `The course fee has changed and is now ${formatMoney(priceCents)}. Look at the new amounts and choose again.`,
    );
  const read = readForm(choiceForm(dateInZone(deps.now(), at.provider.timeZone), priceCents), fields);
  if (!read.ok) return refuse(read.errors);
  const asked = { paymentType: read.values.paymentType, chosenPriceCents: priceCents };
  if (read.values.paymentType === "upfront_payment") {
    await withdrawPlan(deps, visit, at);
    const none = { frequency: null, numberOfInstalments: null, firstPaymentDate: null };
    // The answer is later than what it withdrew: else that would look like the last thing that happened.
    await saveAnswers(deps.db, at, { ...asked, ...none, updatedAt: deps.now() });
  } else {
    const { frequency, firstPaymentDate } = read.values;
    const choice = {
      frequency,
      firstPaymentDate,
      numberOfInstalments: Number(read.values.numberOfInstalments),
    };
    if (isUnderWay(at, choice)) return { ok: true, step };
    const plan = planFor(priceCents, choice)!;
    await withdrawPlan(deps, visit, at);
    await saveAnswers(deps.db, at, { ...asked, ...choice, updatedAt: deps.now() });
    const refused = await beginPlan(deps, visit, at, plan);
    if (refused) return refused;
  }
  return { ok: true, step: stepOf(await openAgain(deps, at)) };
}

/** Starts the plan's checkout; what to tell the student where that was refused, else null. */
export async function beginPlan(
  deps: CheckoutDeps,
  visit: Visit,
  at: Enrolment,
  plan: OfferedPlan,
): Promise<Result | null> {
  try {
    await startPlan(deps, visit, at, plan);
    return null;
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    // Another window was first: what it began is what stands.
    if (error.code === "duplicate_order" || error.code === "idempotency_in_progress") return null;
    const [field] = error.fields;
    if (field?.path[1] === "first_payment_date")
      return refuse({ firstPaymentDate: "Choose another first payment date" });
    return refuseWith("The payment plan could not be started. Check your answers and try again.");
  }
}

/** Whether the checkout that is under way is this very plan. It keeps its price, whatever the course costs by now. */
function isUnderWay({ record }: Enrolment, plan: PlanChoice): boolean {
  const checkout = record?.checkout;
  return (
    checkout !== undefined &&
    isAwaiting(checkout.checkoutStatus) &&
    checkout.paymentFrequency === plan.frequency &&
    checkout.numberOfInstalments === plan.numberOfInstalments &&
    checkout.firstPaymentDate === plan.firstPaymentDate
  );
}
