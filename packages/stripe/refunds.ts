import type Stripe from "stripe";
import {
  GatewayOutcomeUnknown,
  onceSent,
  type RefundRequest,
  type RefundResult,
} from "../../lib/gateway/port";
import { within } from "../dates/time";
import { Refusal, type stripeClient, takingNothing } from "./client";

const NOT_APPLICABLE = ["charge_disputed", "refund_disputed_payment", "charge_not_refundable"];

/** A refund names its key in its metadata, because Stripe forgets idempotency keys after a day. */
export function stripeRefunds(
  ask: ReturnType<typeof stripeClient>["ask"],
  read: (reference: string, key: string) => Promise<Stripe.PaymentIntent>,
  timeoutMs: number,
) {
  /** What became of the charge's refunds: the one with the key, and what is left to refund. */
  async function look({ key, charge }: RefundRequest, reference: string) {
    const intent = await read(reference, charge.key);
    const made = await ask((stripe) =>
      stripe.refunds.list({ payment_intent: reference, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
    );
    const known = made.find(({ metadata }) => metadata?.key === key);
    const given = made.filter((one) => !hasFailed(one)).reduce((sum, { amount }) => sum + amount, 0);
    return { known, isPaid: intent.status === "succeeded", leftCents: intent.amount_received - given };
  }

  return {
    async refund(request: RefundRequest): Promise<RefundResult> {
      const { key, amountCents, charge } = request;
      const { reference } = charge;
      if (reference === null) return refused(request, "not_applicable");
      const isInTime = within(timeoutMs);
      const before = await takingNothing(look(request, reference));
      if (before.known) return resultOf(before.known, request);
      if (!before.isPaid) return refused(request, "not_applicable");
      if (amountCents > before.leftCents) return refused(request, "exceeds_paid");
      // Whoever slept meanwhile may have been given up.
      if (!isInTime())
        throw new GatewayOutcomeUnknown("The refund was not sent: looking at the charge took too long");
      const params = { payment_intent: reference, amount: amountCents, metadata: { key } };
      // The client sends a request twice if the connection breaks, and tells only what came of the second.
      return onceSent(async () => {
        try {
          return resultOf(
            await ask((stripe) => stripe.refunds.create(params, { idempotencyKey: key })),
            request,
          );
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          const { known, leftCents } = await look(request, reference);
          if (known) return resultOf(known, request);
          if (amountCents > leftCents) return refused(request, "exceeds_paid");
          if (NOT_APPLICABLE.includes(error.reason.code ?? "")) return refused(request, "not_applicable");
          throw error;
        }
      });
    },
    async findRefund(request: RefundRequest, reference?: string | null): Promise<RefundResult | null> {
      if (reference)
        return resultOf(await ask((stripe) => stripe.refunds.retrieve(reference)), request, reference);
      if (request.charge.reference === null) return null;
      const { known } = await look(request, request.charge.reference);
      return known ? resultOf(known, request) : null;
    },
  };
}

const hasFailed = ({ status }: Stripe.Refund) => status === "failed" || status === "canceled";

const refused = ({ key, amountCents }: RefundRequest, reason: "exceeds_paid" | "not_applicable") =>
  ({ key, amountCents, status: "refused", reason }) as const;

/** @throws GatewayOutcomeUnknown where it is another refund, or none */
function resultOf(refund: Stripe.Refund, { key }: RefundRequest, reference = refund.id): RefundResult {
  if (refund.object !== "refund" || refund.id !== reference || refund.metadata?.key !== key)
    throw new GatewayOutcomeUnknown("Stripe told of another refund than it was asked for");
  const about = { key, amountCents: refund.amount, reference };
  if (hasFailed(refund)) return { ...about, status: "failed", reason: refund.failure_reason ?? "canceled" };
  // A status that is not known here may still end either way.
  return { ...about, status: refund.status === "succeeded" ? "succeeded" : "pending" };
}
