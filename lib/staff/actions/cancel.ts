import { cancel as cancelCheckout } from "../../checkout/cancel";
import { canMove, isReleased } from "../../domain/states";
import { CHECKOUT_WORDS } from "../words";
import { byStaff, type CheckoutAction } from "./action";
import { statusSince } from "./since";

/** A second press finds it cancelled, and changes nothing. */
export const cancel: CheckoutAction = {
  key: "cancel",
  title: "Cancel the checkout",
  permission: "cancel",
  records: "cancel",
  isFor: () => true,
  whyNot({ record }) {
    const { checkoutStatus } = record.checkout;
    if (canMove(checkoutStatus, "cancel")) return null;
    const why = isReleased(checkoutStatus) ? "nothing to cancel" : "it can no longer be cancelled";
    return `${CHECKOUT_WORDS[checkoutStatus].word} on ${statusSince(record)}: ${why}.`;
  },
  fields: () => [],
  preview: ({ record: { dda } }) => ({
    says: [
      `The checkout ends now. ${dda ? "The student can no longer sign this plan." : "The student can no longer pay by it."}`,
      "Nothing is charged or debited.",
      "This cannot be undone. The same order can be started again.",
    ],
  }),
  act: ({ record: { checkout } }, _, deps, caller) => ({
    before: { checkout_status: checkout.checkoutStatus },
    async work() {
      const { checkout_status } = await cancelCheckout(deps, byStaff(caller), checkout.id);
      return { checkout_status };
    },
  }),
};
