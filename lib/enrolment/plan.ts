import { cancel } from "../checkout/cancel";
import type { CheckoutDeps } from "../checkout/context";
import { create } from "../checkout/create";
import { type CreateCommand, readCreate } from "../contract/create";
import { CheckoutError } from "../domain/errors";
import { toAmount } from "../domain/money";
import type { OfferedPlan } from "../domain/plan-offer";
import { isAwaiting } from "../domain/states";
import { byStudent, type Enrolment, type Visit } from "./context";

/** Cancels the plan that waits for its bank authority or its confirmation, if there is one. */
export async function withdrawPlan(deps: CheckoutDeps, visit: Visit, at: Enrolment): Promise<void> {
  if (!at.record || !isAwaiting(at.record.checkout.checkoutStatus)) return;
  try {
    await cancel(deps, byStudent(at, visit), at.record.checkout.id);
  } catch (error) {
    // It ended or was signed meanwhile: what comes next reads where it stands.
    if (!(error instanceof CheckoutError)) throw error;
  }
}

/** Begins the checkout of a plan, by the same verb and through the same validation as the API. */
export async function startPlan(
  deps: CheckoutDeps,
  visit: Visit,
  at: Enrolment,
  plan: OfferedPlan,
): Promise<void> {
  const by = { ...byStudent(at, visit), provider: at.provider, idempotencyKey: null, warnings: [] };
  await create(deps, by, planCommand(at, plan));
}

/** What create is asked to do for a plan. */
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

/** The parts of create's body that both ways of paying share. The price is the course's, and nobody else's. */
export function aboutEnrolment({ provider, enrolment, course }: Enrolment) {
  const price = toAmount(course.priceCents);
  return {
    provider: { provider_code: provider.code, provider_order_id: enrolment.providerOrderId },
    student: { first_name: enrolment.firstName, last_name: enrolment.lastName, email: enrolment.email },
    course: { course_name: course.name },
    pricing: { course_price: price, amount_to_finance: price },
  };
}
