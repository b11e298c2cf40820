import { DAY_MS, later, type Untimed } from "../../packages/dates/time";
import { present } from "../../packages/text/narrow";
import { notSent } from "../card-page/pay";
import { bankPageOf } from "../checkout/bank-page";
import type { CheckoutDeps } from "../checkout/context";
import { failureOf } from "../checkout/declined";
import { findPlanCharges, isOpen } from "../db/charge-attempts";
import { LinkEnded } from "../db/enrolments";
import { tooManyDeclines } from "../domain/declines";
import { payInstalments } from "../plans/pay";
import { byStudent, type Enrolment, type PortalDeps, type Visit } from "./context";
import type { CardAnswer, PayResult } from "./pay-by-card";
import { cardChoicesOf, collectedPlanOf } from "./plan-page";

/** How the student's last card payment of the plan stands. Null where nobody collects the plan. */
export async function planPaymentOf(deps: Untimed<CheckoutDeps>, at: Enrolment) {
  const collected = await collectedPlanOf(deps, at);
  if (!collected) return null;
  const { provider, checkout, readAt } = present(at.record, "checkout");
  const [last] = await findPlanCharges(deps.db, provider.id, checkout.id);
  // From its outcome on, which may have been awaited for days.
  const isRecent = last && later(last.updatedAt, DAY_MS) > readAt;
  return {
    choices: await cardChoicesOf(deps, at, collected),
    /** Its outcome is awaited; `bankUrl` where the card's bank asks the student first (3-D Secure). */
    awaited: last && isOpen(last) ? { bankUrl: bankPageOf(deps.vault, last) } : null,
    isPaid: last?.status === "succeeded",
    lastFailure: isRecent ? failureOf(last) : null,
  };
}

const CHANGED =
  "Your payments have changed since this page was opened, so your card was not charged. Load this page again.";

/** Pays what the student saw and nothing else: with the same answer sent again nothing is paid twice. */
export async function payPlanByCard(
  deps: PortalDeps,
  visit: Visit,
  at: Enrolment,
  { token, offer }: CardAnswer,
): Promise<PayResult> {
  if (!at.record?.plan) return { status: "moved", step: "done" };
  const { timeZone } = at.provider;
  const { providerId, id: checkoutId } = at.record.checkout;
  const numbers = offer.split(",").map(Number);
  const begun = (await deps.declines?.begin(visit.ipAddress)) ?? { end: () => {} };
  if ("waitSeconds" in begun) return refused(tooManyDeclines(begun.waitSeconds, deps.now(), timeZone));
  try {
    const by = byStudent(at, visit);
    const sent = await payInstalments(deps, by, { providerId, checkoutId }, numbers, token);
    if (sent.status === "sent" && sent.isDeclined)
      await deps.declines?.count({
        address: visit.ipAddress,
        requestId: visit.requestId,
        providerCode: at.provider.code,
        courseName: at.course.name,
      });
    const charges = await findPlanCharges(deps.db, providerId, checkoutId);
    if (sent.status === "changed") {
      // An earlier call of this form may have paid.
      const isPaid = charges.some((one) => one.status === "succeeded" && one.instalments?.join() === offer);
      return isPaid ? PAID : refused(CHANGED);
    }
    const why = notSent(sent, deps.now(), timeZone);
    if (why !== null) return refused(why);
    const [last] = charges;
    const message = last && failureOf(last);
    if (message) return { status: "declined", message };
    return last?.status === "succeeded" ? PAID : { status: "moved", step: "plan/pay" };
  } catch (error) {
    if (error instanceof LinkEnded) throw error;
    deps.log.error({ error, enrolmentId: at.enrolment.id }, "A payment could not be carried out");
    return { status: "uncertain" };
  } finally {
    begun.end();
  }
}

const PAID: PayResult = { status: "moved", step: "plan", told: "paid" };

const refused = (message: string): PayResult => ({ status: "refused", field: null, message });
