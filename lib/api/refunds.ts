import {
  refundList,
  refundRequest,
  refundResource,
  requestedRefund,
  sampleRefund,
} from "../contract/refunds";
import { body, nothing } from "../http/operation";
import { readRefund, readRefunds } from "../refunds/read";
import { requestRefund } from "../refunds/request";
import { createByOf } from "./by";
import { answered } from "./create-and-confirm";
import { ok, operation, responding } from "./operation";

const REFUNDS = "/v1/provider-checkouts/{checkoutId}/refunds";
const reading = { tag: "Refunds", access: "key", scope: "plans:read" } as const;

/** Refunds of card payments and debits: contract "Real money", section 3. */
export const REFUND_OPERATIONS = [
  operation({
    id: "requestRefund",
    method: "POST",
    client: "refunds.create",
    path: REFUNDS,
    summary: "Refund a payment",
    description:
      "Refunds a card payment to the card that paid, or a debit of a payment plan to the bank account, in full or in part. All refunds of a payment together never exceed it. A debit can be refunded once it has settled. Send a new `Idempotency-Key` with each refund: the same key and body return the first response.",
    tag: "Refunds",
    access: "key",
    scope: "refunds:write",
    keyed: "by_itself",
    input: body(refundRequest),
    responses: {
      201: {
        description: "The processor accepted the refund. It may still fail.",
        schema: requestedRefund,
        headers: { Location: "Location" },
        examples: (place) => ({
          "The money was sent": sampleRefund(place),
          "The processor accepted it": sampleRefund(place, "Pending"),
        }),
      },
      202: {
        description:
          "The outcome is not known yet. Get the refund later, or send the same request with the same key. Do not refund again under another key.",
        schema: requestedRefund,
        headers: {
          Location: "Location",
          "Retry-After": "RetryAfter",
        },
        examples: (place) => ({ "The outcome is not known yet": sampleRefund(place, "Requested") }),
      },
    },
    errors: ["refund_exceeds_paid", "refund_not_possible_yet", "refund_not_applicable"],
    async run(deps, call, caller) {
      const {
        amount: amountCents,
        reason,
        debit_id: debitId = null,
        charge_id: chargeId = null,
      } = call.input;
      const by = createByOf(call, caller);
      return answered(await requestRefund(deps, by, call.id, { amountCents, reason, debitId, chargeId }));
    },
  }),
  operation({
    id: "listRefunds",
    method: "GET",
    client: "refunds.list",
    path: REFUNDS,
    summary: "List the refunds of a checkout",
    description: "Lists all refunds of a checkout, oldest first. Failed ones are in the list too.",
    ...reading,
    input: nothing,
    responses: responding(200, "The refunds.", refundList, (place) => ({
      "One refund": { data: [sampleRefund(place)] },
    })),
    run: (deps, { id }, { provider }) => ok(readRefunds(deps, provider.id, id)),
  }),
  operation({
    id: "getRefund",
    method: "GET",
    client: "refunds.retrieve",
    path: `${REFUNDS}/{refundId}`,
    summary: "Get a refund",
    description: "Returns one refund with its current status.",
    ...reading,
    input: nothing,
    responses: responding(200, "The refund.", refundResource, (place) => ({
      "The money was sent": sampleRefund(place),
      "The bank sent it back": sampleRefund(place, "Failed"),
    })),
    run: (deps, { id, partId }, { provider }) => ok(readRefund(deps, provider.id, id, partId)),
  }),
];
