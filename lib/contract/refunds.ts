import { z } from "zod";
import { LONGEST, MAX_INSTALMENTS } from "../domain/limits";
import { MAX_REFUNDS, REFUND_STATUSES } from "../domain/refunds";
import { amount, id, instant, open, orNull, words } from "./answer-fields";
import { ABOUT } from "./descriptions";
import { EXAMPLE, type Place } from "./examples";
import { money, reference, text } from "./fields";
import { idPattern } from "./patterns";
import { sandboxWarnings } from "./resource";

/** Refunds: contract "Real money", section 3. */

const LONGEST_REASON = 500;
const ABOUT_REASON = "Why you refund, in your own words. The student does not see it.";

export const refundRequest = z
  .object({
    amount: money(1, 250).meta({ description: "The amount to refund, in dollars." }),
    reason: text(LONGEST_REASON, EXAMPLE.refundReason, "refused").meta({ description: ABOUT_REASON }),
    debit_id: reference(LONGEST.reference, EXAMPLE.debitId, idPattern("dbt"))
      .nullish()
      .meta({ description: "The debit of a payment plan to refund. Leave it out for a card payment." }),
    charge_id: reference(LONGEST.reference, EXAMPLE.chargeId, idPattern("cat")).nullish().meta({
      description: "The card payment of a payment plan to refund. Pay Now has one, so leave it out.",
    }),
  })
  .meta({ id: "RefundRequest" });

const fields = {
  refund_id: id("ref", "The id of the refund."),
  checkout_id: id("chk", ABOUT.checkout_id),
  debit_id: orNull(
    id("dbt", "The debit that is refunded."),
    "The debit that is refunded. Null if it is the card payment.",
  ),
  charge_id: orNull(
    id("cat", "The charge that is refunded."),
    "The charge that is refunded. Null if it is a debit.",
  ),
  amount: amount("The amount of the refund, in dollars."),
  reason: words(LONGEST_REASON, ABOUT_REASON, EXAMPLE.refundReason),
  status: open(REFUND_STATUSES).meta({
    description:
      "`Requested`: the outcome is not known yet. `Pending`: the processor accepted the refund. `Succeeded`: the money was sent. `Failed`: the student got nothing. A refund can fail after it was `Pending` or `Succeeded`.",
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
  .meta({ id: "Refund", description: "A refund of a card payment or a debit, or of a part of it." });
/** The response of POST. */
export const requestedRefund = z
  .object({ ...fields, ...sandboxWarnings })
  .meta({ id: "RequestedRefund", description: "The refund that you asked for." });
export type RefundResource = z.output<typeof refundResource>;

export const refundList = z
  .object({
    data: z.array(refundResource).meta({
      maxItems: MAX_REFUNDS * MAX_INSTALMENTS,
      description: "The refunds of the checkout, oldest first.",
    }),
  })
  .meta({ id: "RefundList", description: "The refunds of a checkout." });

export const sampleRefund = (_: Place, status: RefundResource["status"] = "Succeeded"): RefundResource => ({
  refund_id: EXAMPLE.refundId,
  checkout_id: EXAMPLE.checkoutId,
  debit_id: null,
  charge_id: EXAMPLE.chargeId,
  amount: 250,
  reason: EXAMPLE.refundReason,
  status,
  failure_reason: status === "Failed" ? "The bank sent the money back." : null,
  requested_by: `api_key:${EXAMPLE.keyId}`,
  created_at: EXAMPLE.authorisedAt,
  updated_at: EXAMPLE.signedAt,
});
