import { z } from "zod";
import {
  GatewayOutcomeUnknown,
  onceSent,
  type RefundRequest,
  type RefundResult,
} from "../../lib/gateway/port";
import { within } from "../dates/time";
import {
  cents,
  faultsIn,
  isNonceOf,
  leftOf,
  nonces,
  type Payment,
  payment,
  readingOf,
  refundFailed,
} from "./answers";
import type { Answer, pinchClient } from "./client";

const refund = z.object({ id: z.string().min(1), amount: cents, status: z.string(), nonce: nonces });
type Refund = z.infer<typeof refund>;

/** The refund's key is its nonce, and the charge's leads to the payment. Pinch writes to the student about it itself. */
export function pinchRefunds(
  { send, now, unclear, read, askFor, madeIn }: ReturnType<typeof pinchClient>,
  timeoutMs: number,
) {
  const ask = async (key: string, at?: Date) => (await askFor("refunds", refund, key, at)).found;

  /** A debit's nonce may be forgotten by then, but its reference is the payment. */
  async function paymentOf({ key, reference }: RefundRequest["charge"], at?: Date): Promise<Payment | null> {
    const { found } = await askFor("payments", payment, key, at);
    if (found || !reference?.startsWith("pmt_")) return found;
    const answer = await send("GET", `payments/${encodeURIComponent(reference)}`, { at });
    return answer.status === 400 || answer.status === 404 ? null : read(payment, answer);
  }

  /** Its present state. Pinch's documents do not agree on the path. */
  async function latest(id: string, at?: Date): Promise<Refund | null> {
    for (const path of ["refunds", "refund"]) {
      const answer = await send("GET", `${path}/${encodeURIComponent(id)}`, { at });
      if (answer.status === 400 || answer.status === 404) continue;
      const told = read(refund, answer);
      if (told.id !== id) throw unclear(answer);
      return told;
    }
    return null;
  }

  async function resultIn(request: RefundRequest, answer: Answer, at?: Date): Promise<RefundResult> {
    const { key } = request;
    const made = madeIn(refund, key, answer);
    if (made) return resultOf(key, made);
    const faults = faultsIn(answer.body);
    if (answer.status !== 400 || faults.length === 0) throw unclear(answer);
    const found = await ask(key, at);
    if (found) return resultOf(key, found);
    const paid = await paymentOf(request.charge, at);
    const refused = paid && refusalOf(request, paid, at);
    if (refused) return refused;
    const says = (words: RegExp) => faults.some(({ errorMessage }) => words.test(errorMessage ?? ""));
    const isEarly = says(/\byet\b|settled|cleared|processed/i);
    const reason = says(/exceed|greater than/i) ? "exceeds_paid" : isEarly ? "not_yet" : "not_applicable";
    return refusedAs(request, reason);
  }

  /** What the payment itself rules out; null if nothing. */
  function refusalOf(request: RefundRequest, paid: Payment, at = now()): RefundResult | null {
    const reading = readingOf(paid.status);
    if (reading === "declined") return refusedAs(request, "not_applicable");
    if (reading === "succeeded")
      return request.amountCents > leftOf(paid) ? refusedAs(request, "exceeds_paid") : null;
    const possibleFrom = new Date(paid.estimatedTransferDate ?? Number.NaN);
    return { ...refusedAs(request, "not_yet"), ...(possibleFrom > at && { possibleFrom }) };
  }

  return {
    /** @param at on the provider's clock */
    async refund(request: RefundRequest, at?: Date): Promise<RefundResult> {
      const { key, amountCents, charge } = request;
      const isInTime = within(timeoutMs);
      const known = await ask(key, at);
      if (known) return resultOf(key, known);
      const paid = await paymentOf(charge, at);
      if (!paid) return refusedAs(request, "not_applicable");
      const refused = refusalOf(request, paid, at);
      if (refused) return refused;
      const body = {
        paymentId: paid.id,
        amount: amountCents,
        reason: "Requested by the provider",
        nonce: key,
      };
      const answer = await send("POST", "refunds", {
        ...{ body, at },
        async before() {
          // Whoever slept meanwhile may have been given up.
          if (!isInTime()) throw new GatewayOutcomeUnknown("The refund took too long: it was not sent");
        },
      });
      return onceSent(() => resultIn(request, answer, at));
    },
    async findRefund(
      { key }: RefundRequest,
      reference?: string | null,
      at?: Date,
    ): Promise<RefundResult | null> {
      const known = await ask(key, at);
      const id = known?.id ?? reference;
      if (!id) return null;
      const told = (await latest(id, at)) ?? known;
      return told && resultOf(key, told);
    },
  };
}

const refusedAs = (
  { key, amountCents }: RefundRequest,
  reason: "exceeds_paid" | "not_yet" | "not_applicable",
) => ({ key, amountCents, status: "refused", reason }) as const;

/** @throws GatewayOutcomeUnknown if it is another refund */
function resultOf(key: string, { id, amount, status, nonce }: Refund): RefundResult {
  if (!isNonceOf(key, nonce)) throw new GatewayOutcomeUnknown("Pinch told the result of another refund");
  const about = { key, amountCents: amount, reference: id };
  if (status === "completed") return { ...about, status: "succeeded" };
  if (refundFailed(status)) return { ...about, status: "failed", reason: status };
  // Also for a status that we do not know.
  return { ...about, status: "pending" };
}
