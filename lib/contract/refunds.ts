import { z } from "zod";
import { MAX_REFUNDS, REFUND_STATUSES } from "../domain/refunds";
import { amount, id, instant, orNull, words } from "./answer-fields";
import { ABOUT } from "./descriptions";
import { EXAMPLE, type Place } from "./examples";
import { money, text } from "./fields";
import { sandboxWarnings } from "./resource";

/** Refunds: contract "Real money", section 3. */

const LONGEST_REASON = 500;
const ABOUT_REASON = "Why you refund, in your own words. The student does not see it.";

export const refundRequest = z
  .object({
    amount: money(1, 250).meta({ description: "The amount to refund, in dollars." }),
    reason: text(LONGEST_REASON, EXAMPLE.refundReason, "refused").meta({ description: ABOUT_REASON }),
  })
  .meta({ id: "RefundRequest" });

const fields = {
  refund_id: id("ref", "The id of the refund."),
  checkout_id: id("chk", ABOUT.checkout_id),
  amount: amount("The amount of the refund, in dollars."),
  reason: words(LONGEST_REASON, ABOUT_REASON, EXAMPLE.refundReason),
  status: z.enum(REFUND_STATUSES).meta({
    description:
      "`Requested`: the outcome is not known yet. `Pending`: the card processor accepted the refund. `Succeeded`: the money was sent. `Failed`: the student got nothing. A refund can fail after it was `Pending` or `Succeeded`.",
    examples: ["Succeeded"],
  }),
  failure_reason: orNull(
    words(500, "Why the refund failed. Null otherwise.", "The bank sent the money back."),
    "Why the refund failed. Null otherwise.",
  ),
  requested_by: words(255, "Who asked for the refund, as in the timeline.", `api_key:${EXAMPLE.keyId}`),
  created_at: instant("When the refund was requested."),
  updated_at: instant("When the status last changed."),
};

export const refundResource = z
  .object(fields)
  .meta({ id: "Refund", description: "A refund of a card payment, or of a part of it." });
/** The response of POST. */
export const requestedRefund = z
  .object({ ...fields, ...sandboxWarnings })
  .meta({ id: "RequestedRefund", description: "The refund that you asked for." });
export type RefundResource = z.output<typeof refundResource>;

export const refundList = z
  .object({
    data: z
      .array(refundResource)
      .meta({ maxItems: MAX_REFUNDS, description: "The refunds of the checkout, oldest first." }),
  })
  .meta({ id: "RefundList", description: "The refunds of a checkout." });

export const sampleRefund = (_: Place, status: RefundResource["status"] = "Succeeded"): RefundResource => ({
  refund_id: EXAMPLE.refundId,
  checkout_id: EXAMPLE.checkoutId,
  amount: 250,
  reason: EXAMPLE.refundReason,
  status,
  failure_reason: status === "Failed" ? "The bank sent the money back." : null,
  requested_by: `api_key:${EXAMPLE.keyId}`,
  created_at: EXAMPLE.authorisedAt,
  updated_at: EXAMPLE.signedAt,
});
