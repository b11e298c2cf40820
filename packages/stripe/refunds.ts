import type Stripe from "stripe";
import {
  GatewayNotReached,
  GatewayOutcomeUnknown,
  GatewayRefusedUs,
  onceSent,
  type RefundRequest,
  type RefundResult,
} from "../../lib/gateway/port";
import { within } from "../dates/time";
import { Refusal, type stripeClient } from "./client";

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

  async function create({ key, amountCents }: RefundRequest, reference: string): Promise<Stripe.Refund> {
    const params = { payment_intent: reference, amount: amountCents, metadata: { key } };
    // The client sends a request twice if the connection breaks, and tells only what came of the second.
    return onceSent(() => ask((stripe) => stripe.refunds.create(params, { idempotencyKey: key })));
  }

  return {
    async refund(request: RefundRequest): Promise<RefundResult> {
      const { reference } = request.charge;
      if (reference === null) return refused(request, "not_applicable");
      const isInTime = within(timeoutMs);
      const before = await look(request, reference).catch((cause) => {
        if (!(cause instanceof GatewayRefusedUs)) throw cause;
        throw new GatewayNotReached(cause.message, { refusedUs: true, cause });
      });
      if (before.known) return resultOf(before.known, request);
      if (!before.isPaid) return refused(request, "not_applicable");
      if (request.amountCents > before.leftCents) return refused(request, "exceeds_paid");
      // Whoever slept meanwhile may have been given up.
      if (!isInTime())
        throw new GatewayOutcomeUnknown("The refund was not sent: looking at the charge took too long");
      try {
        return resultOf(await create(request, reference), request);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { known, leftCents } = await look(request, reference);
        if (known) return resultOf(known, request);
        if (request.amountCents > leftCents) return refused(request, "exceeds_paid");
        if (NOT_APPLICABLE.includes(error.reason.code ?? "")) return refused(request, "not_applicable");
        throw error;
      }
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

const refused = ({ key, amountCents }: RefundRequest, reason: "exceeds_paid" | "not_applicable") => ({
  key,
  amountCents,
  status: "refused" as const,
  reason,
});

/** @throws GatewayOutcomeUnknown where it is another refund, or none */
function resultOf(refund: Stripe.Refund, { key }: RefundRequest, reference = refund.id): RefundResult {
  if (refund.object !== "refund" || refund.id !== reference || refund.metadata?.key !== key)
    throw new GatewayOutcomeUnknown(
      "Stripe answered with something other than the refund that was asked for",
    );
  const about = { key, amountCents: refund.amount, reference };
  if (hasFailed(refund)) return { ...about, status: "failed", reason: refund.failure_reason ?? "canceled" };
  // A status that is not known here may still end either way.
  return { ...about, status: refund.status === "succeeded" ? "succeeded" : "pending" };
}
