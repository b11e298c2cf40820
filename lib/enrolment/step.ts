import { present } from "../../packages/text/narrow";
import { isReleased, isResultOf } from "../domain/states";
import type { Enrolment } from "./context";

/** The student's step, by the names of the pages under `/e/{secret}/`. */
export type Step =
  | "details"
  | "pay"
  | "card"
  | "bank"
  | "review"
  | "checking"
  | "done"
  | "expired"
  | "cancelled";

/** The steps, and the pages that are never the next step. */
export type Page = Step | "account" | "plan";

type Standing = Pick<Enrolment, "enrolment" | "course" | "record">;

/**
 * The next step. A live or completed checkout alone decides it. One that failed or ended counts until the student answers
 * something again.
 */
export function stepOf({ enrolment, course, record }: Standing): Step {
  const status = record ? record.checkout.checkoutStatus : null;
  switch (status) {
    case "Awaiting Direct Debit":
      return "bank";
    case "Awaiting Confirmation":
      return "review";
    case "Awaiting Payment":
      // The provider's system sent a page for this order. Another choice withdraws it.
      return enrolment.firstName === null ? "details" : "pay";
    case "Payment Pending":
      return "checking";
    case "Confirmed":
    case "Payment Processing":
      return "done";
    case "Expired":
      if (endedSince({ enrolment, record })) return "expired";
      break;
    case "Cancelled":
      if (endedSince({ enrolment, record })) return "cancelled";
      break;
    case "Payment Failed":
    case null:
      break;
    default:
      return status satisfies never;
  }
  if (enrolment.firstName === null) return "details";
  if (enrolment.paymentType !== "upfront_payment") return "pay";
  return enrolment.chosenPriceCents === course.priceCents ? "card" : "pay";
}

/** Whether the checkout ended without success after the student's last answer. */
export function endedSince({ enrolment, record }: Pick<Standing, "enrolment" | "record">): boolean {
  if (!record || !isReleased(record.checkout.checkoutStatus)) return false;
  const { checkoutStatus, expiresAt, updatedAt } = record.checkout;
  // An expired checkout ended at its expiry, even if that was recorded later.
  const endedAt = isResultOf("expire", checkoutStatus) ? present(expiresAt, "time of expiry") : updatedAt;
  return endedAt > enrolment.updatedAt;
}

/** Answers can be changed until the enrolment is paid or signed. */
export function mayVisit(page: Page, at: Step, hasDetails: boolean): boolean {
  if (page === at) return true;
  if (page === "plan") return at === "done";
  if (at === "done" || at === "checking") return false;
  if (page === "account") return at === "review";
  if (page === "details") return true;
  return page === "pay" && hasDetails;
}
