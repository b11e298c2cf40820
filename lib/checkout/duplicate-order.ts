import type { CreateCommand } from "../contract/create";
import { duplicateMessage, OTHER_REQUEST_MESSAGE } from "../contract/problems";
import type { CheckoutRecord } from "../db/checkout-records";
import { CheckoutError } from "../domain/errors";
import { awaitsCharge } from "../domain/states";
import type { CheckoutDeps } from "./context";
import { nextAction, type Terms } from "./resource";

type Request = Terms & Pick<CheckoutRecord["checkout"], "email" | "courseName">;

/**
 * Pointers to the fields in which a request differs from the checkout that has its order: another student, course, price or
 * plan. Names, account, metadata and card may differ. For Pay Now the date may differ too, because it moves no money.
 */
function differences(stored: Request, asked: Request): string[] {
  const isPayNow = stored.paymentType === "upfront_payment" && asked.paymentType === "upfront_payment";
  const compared: [pointer: string, of: (request: Request) => string | number][] = [
    ["/student/email", ({ email }) => email.toLowerCase()],
    ["/course/course_name", ({ courseName }) => courseName],
    ["/pricing/course_price", ({ coursePriceCents }) => coursePriceCents],
    ["/pricing/amount_to_finance", ({ financedCents }) => financedCents],
    ["/pricing/upfront_payment", ({ depositCents }) => depositCents],
    ["/plan/payment_type", ({ paymentType }) => paymentType],
    ["/plan/payment_frequency", ({ paymentFrequency }) => paymentFrequency],
    ["/plan/number_of_instalments", ({ numberOfInstalments }) => numberOfInstalments],
    ["/plan/instalment_amount", ({ instalmentCents }) => instalmentCents],
    ["/plan/first_payment_date", ({ firstPaymentDate }) => (isPayNow ? "" : firstPaymentDate)],
  ];
  return compared.filter(([, of]) => of(stored) !== of(asked)).map(([pointer]) => pointer);
}

/** What a student may read if their order has another request's checkout, perhaps another student's. */
export function messageFor(record: CheckoutRecord, command: CreateCommand, usual: string): string {
  return differences(record.checkout, command).length === 0 ? usual : OTHER_REQUEST_MESSAGE;
}

export function duplicateOrder(
  deps: CheckoutDeps,
  record: CheckoutRecord,
  command: CreateCommand,
): CheckoutError {
  const { id, checkoutStatus } = record.checkout;
  const differing = differences(record.checkout, command);
  const known = { checkout_id: id, checkout_status: checkoutStatus };
  if (differing.length > 0)
    return new CheckoutError(
      "duplicate_order",
      `Another request already created a checkout for this provider_order_id. These fields differ: ${differing.join(", ")}.`,
      {
        extra: {
          user_message: OTHER_REQUEST_MESSAGE,
          ...known,
          same_request: false,
          differences: differing,
          next_action: null,
        },
      },
    );
  return new CheckoutError("duplicate_order", "You already created a checkout for this provider_order_id.", {
    extra: {
      user_message: duplicateMessage(checkoutStatus),
      ...known,
      same_request: true,
      next_action: nextAction(deps, record),
    },
    ...(awaitsCharge(checkoutStatus) && { retryAfterSeconds: 5 }),
  });
}
