import { dateInZone } from "../../packages/dates/zone";
import { present } from "../../packages/text/narrow";
import type { CheckoutDeps } from "../checkout/context";
import { type ChoiceFields, choiceForm } from "../contract/forms/choice";
import { readForm } from "../contract/forms/read";
import { OTHER_REQUEST_MESSAGE } from "../contract/problems";
import { saveAnswers } from "../db/enrolments";
import { CheckoutError } from "../domain/errors";
import { formatMoney } from "../domain/money";
import { choiceOf, givesPlan, type OfferedPlan, planFor } from "../domain/plan-offer";
import { isAwaiting } from "../domain/states";
import { answered, type Enrolment, openAgain, type Visit } from "./context";
import { isTakenByOther, limitsFor, offerOf, startPlan, withdrawPlan } from "./plan";
import { type Result, refuse } from "./result";
import { stepOf } from "./step";

/**
 * Step 2: by card, or in instalments, whose checkout begins here. Another choice cancels the present plan. The same choice
 * again changes nothing, even if newer limits would not allow it. See docs/decisions/039-no-silent-changes.md.
 */
export async function choosePayment(
  deps: CheckoutDeps,
  visit: Visit,
  at: Enrolment,
  fields: ChoiceFields,
): Promise<Result> {
  const step = stepOf(at);
  if (step === "details") return { ok: true, step };
  if (step === "done" || step === "checking")
    return fields.paymentType === "interest_free_payment_plan"
      ? { ok: true, step, undone: "plan" }
      : { ok: true, step };
  const { priceCents } = at.course;
  if (fields.offer !== undefined && fields.offer !== offerOf(at.course))
    return refuse(
      {},
      `The course fee has changed and is now ${formatMoney(priceCents)}. Look at the new amounts and choose again.`,
    );
  if (isUnderWay(at, fields)) return { ok: true, step };
  const today = dateInZone(deps.now(), at.provider.timeZone);
  const limits = limitsFor(at, today);
  const read = readForm(choiceForm(today, priceCents, limits), fields);
  if (!read.ok) return refuse(read.errors);
  const asked = { paymentType: read.values.paymentType, chosenPriceCents: priceCents };
  if (read.values.paymentType === "upfront_payment") {
    await withdrawPlan(deps, visit, at);
    const none = { frequency: null, numberOfInstalments: null, firstPaymentDate: null };
    // Saved after the cancellation: otherwise that would count as the latest event, see `endedSince`.
    const answers = { ...asked, ...none, updatedAt: deps.now() };
    return { ok: true, step: stepOf(await answered(deps, at, answers)) };
  }
  const { frequency, firstPaymentDate } = read.values;
  const numberOfInstalments = Number(read.values.numberOfInstalments);
  const choice = { frequency, firstPaymentDate, numberOfInstalments };
  const plan = present(planFor(priceCents, choice), "plan of a choice that was checked");
  await withdrawPlan(deps, visit, at);
  await saveAnswers(deps.db, at, { ...asked, ...choice, updatedAt: deps.now() });
  return beginPlan(deps, visit, at, plan);
}

/** Starts the plan's checkout. Returns the next step, or the message if that was refused. */
export async function beginPlan(
  deps: CheckoutDeps,
  visit: Visit,
  at: Enrolment,
  plan: OfferedPlan,
): Promise<Result> {
  try {
    await startPlan(deps, visit, at, plan);
    return { ok: true, step: "bank" };
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    // Another window was first, and its plan counts.
    if (error.code === "duplicate_order" || error.code === "idempotency_in_progress") {
      const again = await openAgain(deps, at);
      return isTakenByOther(error, again)
        ? refuse({}, OTHER_REQUEST_MESSAGE)
        : { ok: true, step: stepOf(again) };
    }
    const [field] = error.fields;
    if (field?.path[1] === "first_payment_date")
      return refuse({ firstPaymentDate: "Choose another first payment date" });
    return refuse({}, "The payment plan could not be started. Check your answers and try again.");
  }
}

/** Whether this plan has been begun already, at whatever price: it keeps its own. */
function isUnderWay({ record }: Enrolment, fields: ChoiceFields): boolean {
  if (!record || !isAwaiting(record.checkout.checkoutStatus)) return false;
  const { checkout } = record;
  if (checkout.schedule === null) return false;
  return fields.paymentType === checkout.paymentType && givesPlan(fields, choiceOf(checkout));
}
