import { isReleased, isResultOf } from "../domain/states";
import type { Enrolment } from "./context";

/** Where a student stands. The names are those of the pages under `/e/{secret}/`. */
export const STEPS = [
  "details",
  "pay",
  "card",
  "bank",
  "review",
  "checking",
  "done",
  "expired",
  "cancelled",
] as const;
export type Step = (typeof STEPS)[number];

/** Every page: the steps, and one that is never the next. */
export type Page = Step | "account";

type Standing = Pick<Enrolment, "enrolment" | "course" | "record">;

/**
 * The step that comes next. A live or completed checkout says it alone; one that has ended counts until the student
 * has answered something since.
 */
export function stepOf({ enrolment, course, record }: Standing): Step {
  const status = record ? record.checkout.checkoutStatus : null;
  switch (status) {
    case "Awaiting Direct Debit":
      return "bank";
    case "Awaiting Confirmation":
      return "review";
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

/** Whether a checkout came to nothing after the student's last answer. */
export function endedSince({ enrolment, record }: Pick<Standing, "enrolment" | "record">): boolean {
  if (!record || !isReleased(record.checkout.checkoutStatus)) return false;
  const { checkoutStatus, expiresAt, updatedAt } = record.checkout;
  // A lapsed one ended when its time was over, whenever that was written down.
  const endedAt = isResultOf("expire", checkoutStatus) ? expiresAt! : updatedAt;
  return endedAt > enrolment.updatedAt;
}

/** Whether a page may be seen at this step: what was answered can be changed until it is paid or signed. */
export function mayVisit(page: Page, at: Step, hasDetails: boolean): boolean {
  if (page === at) return true;
  if (at === "done" || at === "checking") return false;
  if (page === "account") return at === "review";
  if (page === "details") return true;
  return page === "pay" && hasDetails;
}
