import { filled, present } from "../../packages/text/narrow";
import { declineMessage } from "../contract/problems";
import type { Warning } from "../contract/validate";
import type { CheckoutRecord } from "../db/checkout-records";
import { CheckoutError } from "../domain/errors";
import type { CheckoutDeps } from "./context";
import { cardPayment } from "./resource";
import { type Answer, CREATE_PATH, refused } from "./response";

/** The response to a declined charge. It contains no secret, so it can be made again from the records. */
export function declinedAnswer(
  { baseUrl }: Pick<CheckoutDeps, "baseUrl">,
  record: CheckoutRecord,
  warnings: readonly Warning[],
): Answer {
  const { requestId, declineCode, isOrderUncharged } = filled(
    present(record.attempt, "charge attempt"),
    "declineCode",
  );
  const error = new CheckoutError("card_declined", `The card was declined: ${declineCode}.`, {
    extra: {
      user_message: declineMessage(declineCode, isOrderUncharged),
      checkout_id: record.checkout.id,
      card_payment: cardPayment(record),
    },
  });
  return refused(error, { baseUrl, instance: CREATE_PATH, requestId, warnings });
}

/** Why the card was not charged, for the student. Null unless it is certain that it is not and never will be. */
export function failureOf({
  status,
  declineCode,
  isOrderUncharged,
}: NonNullable<CheckoutRecord["attempt"]>): string | null {
  const notCharged = isOrderUncharged ? " You have not been charged." : "";
  switch (status) {
    case "declined":
      return declineMessage(declineCode ?? "", isOrderUncharged);
    case "refused":
      return `Your card details could not be used. Enter them again.${notCharged}`;
    case "closed":
      return `The payment was not made.${notCharged} You can try again.`;
    case "started":
    case "unknown":
    case "succeeded":
      return null;
    default:
      return status satisfies never;
  }
}
