import { cancel as cancelCheckout } from "../../checkout/cancel";
import { load } from "../../checkout/load";
import { canMove, isReleased } from "../../domain/states";
import { recorded } from "../acts";
import { demand } from "../permissions";
import { CHECKOUT_WORDS } from "../words";
import { byStaff, type CheckoutAction } from "./action";
import { statusSince } from "./since";

/** A second press finds it cancelled, and changes nothing. */
export const cancel: CheckoutAction = {
  key: "cancel",
  title: "Cancel the checkout",
  permission: "cancel",
  isFor: () => true,
  whyNot({ record }) {
    const { checkoutStatus } = record.checkout;
    if (canMove(checkoutStatus, "cancel")) return null;
    const why = isReleased(checkoutStatus) ? "nothing to cancel" : "it can no longer be cancelled";
    return `${CHECKOUT_WORDS[checkoutStatus].word} on ${statusSince(record)}: ${why}.`;
  },
  fields: () => [],
  async preview(deps, caller, checkoutId) {
    demand(caller, "cancel");
    const { dda } = await load(deps, caller.provider.id, checkoutId);
    return {
      says: [
        `The checkout ends now. ${dda ? "The student can no longer sign this plan." : "The student can no longer pay by it."}`,
        "Nothing is charged or debited.",
        "This cannot be undone. The same order can be started again.",
      ],
    };
  },
  async act(deps, caller, checkoutId, _, reason) {
    demand(caller, "cancel");
    const { checkout } = await load(deps, caller.provider.id, checkoutId);
    const before = { checkout_status: checkout.checkoutStatus };
    const act = { action: "cancel", checkoutId, subject: null, reason, before } as const;
    return recorded(deps, caller, act, async () => {
      const { checkout_status } = await cancelCheckout(deps, byStaff(caller), checkoutId);
      return { after: { checkout_status }, result: null };
    });
  },
};
