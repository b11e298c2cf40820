import { createHash } from "node:crypto";
import type { CalendarDate } from "../../packages/dates/calendar";
import { dateInZone } from "../../packages/dates/zone";
import { cancel } from "../checkout/cancel";
import type { CheckoutDeps } from "../checkout/context";
import { create } from "../checkout/create";
import { withLead } from "../checkout/policy-rules";
import { type CreateCommand, readCreate } from "../contract/create";
import { CheckoutError } from "../domain/errors";
import { toAmount } from "../domain/money";
import { type OfferedPlan, presetsFor } from "../domain/plan-offer";
import { limitsOn, type PlanPolicy, stricter } from "../domain/plan-policy";
import { isAwaiting, isReleased } from "../domain/states";
import { byStudent, type Enrolment, type Visit } from "./context";

/** Cancels the plan that awaits its bank authority or its confirmation, if there is one. */
export async function withdrawPlan(deps: CheckoutDeps, visit: Visit, at: Enrolment): Promise<void> {
  if (!at.record || !isAwaiting(at.record.checkout.checkoutStatus)) return;
  try {
    await cancel(deps, byStudent(at, visit), at.record.checkout.id);
  } catch (error) {
    // It ended or was signed meanwhile. The caller sees that when it reads the enrolment again.
    if (!(error instanceof CheckoutError)) throw error;
  }
}

/** Begins the checkout of a plan, through the API's own validation and use case. */
export async function startPlan(
  deps: CheckoutDeps,
  visit: Visit,
  at: Enrolment,
  plan: OfferedPlan,
): Promise<void> {
  const by = { ...byStudent(at, visit), provider: at.provider, idempotencyKey: null, warnings: [] };
  await create(deps, by, planCommand(at, plan));
}

export function planCommand(at: Enrolment, plan: OfferedPlan): CreateCommand {
  return readCreate({
    ...aboutEnrolment(at),
    plan: {
      payment_type: "interest_free_payment_plan",
      payment_frequency: plan.frequency,
      number_of_instalments: plan.numberOfInstalments,
      instalment_amount: toAmount(plan.instalmentCents),
      first_payment_date: plan.firstPaymentDate,
    },
  }).value;
}

/** The same with the policy by which plans are made now. */
export async function withLeadOf(deps: Pick<CheckoutDeps, "debits">, at: Enrolment): Promise<Enrolment> {
  return { ...at, provider: await withLead(deps, at.provider) };
}

/** The stricter of the course's and the provider's limits. */
export const limitsFor = (
  { provider, course }: { provider: PlanPolicy; course: PlanPolicy },
  today: CalendarDate,
) => limitsOn(stricter(provider, course), today);

/** Whether to offer instalments after this decline: the bank has too little money, and the course has instalments. */
export function isPlanOffered(deps: CheckoutDeps, at: Enrolment, declineCode: unknown): boolean {
  if (declineCode !== "insufficient_funds") return false;
  return hasPlans(at, dateInZone(deps.now(), at.provider.timeZone));
}

export function hasPlans(at: Enrolment, today: CalendarDate): boolean {
  return presetsFor(at.course.priceCents, today, limitsFor(at, today)).length > 0;
}

/**
 * Identifies the course at its price, so that an answer to a page with an older price is recognised. No amount is taken from
 * it: the charge uses the price of the course's row.
 */
export function offerOf({ id, priceCents }: Enrolment["course"]): string {
  return createHash("sha256").update(`${id} ${priceCents}`).digest("base64url").slice(0, 16);
}

/** Whether create was refused because of a checkout that is not this student's, and so must stay hidden. */
export function isTakenByOther(error: CheckoutError, { record }: Enrolment): boolean {
  return error.code === "duplicate_order" && (!record || isReleased(record.checkout.checkoutStatus));
}

/** The parts of create's body that both ways of paying share. */
export function aboutEnrolment({ provider, enrolment, course }: Enrolment) {
  const price = toAmount(course.priceCents);
  return {
    provider: { provider_code: provider.code, provider_order_id: enrolment.providerOrderId },
    student: { first_name: enrolment.firstName, last_name: enrolment.lastName, email: enrolment.email },
    course: { course_name: course.name },
    pricing: { course_price: price, amount_to_finance: price },
  };
}
