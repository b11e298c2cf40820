import { z } from "zod";
import {
  GatewayOutcomeUnknown,
  onceSent,
  type RefundRequest,
  type RefundResult,
} from "../../lib/gateway/port";
import { within } from "../dates/time";
import {
  aboutNonce,
  cents,
  faultsIn,
  isNonceOf,
  leftOf,
  nonces,
  type Payment,
  readingOf,
  refundFailed,
} from "./answers";
import type { Answer, pinchClient } from "./client";

const refund = z.object({ id: z.string().min(1), amount: cents, status: z.string(), nonce: nonces });
type Refund = z.infer<typeof refund>;
const refundNonce = aboutNonce(refund);

interface Means {
  send: ReturnType<typeof pinchClient>["send"];
  now(): Date;
  timeoutMs: number;
  unclear(answer: Answer): GatewayOutcomeUnknown;
  read<T>(schema: z.ZodType<T>, answer: Answer): T;
  payment(key: string): Promise<Payment | null>;
}

/** The refund's key is its nonce, and the charge's leads to the payment. Pinch writes to the student about it itself. */
export function pinchRefunds({ send, now, timeoutMs, unclear, read, payment }: Means) {
  async function ask(key: string): Promise<Refund | null> {
    const answer = await send("POST", "refunds/nonce", { body: { nonce: key } });
    const { isNonceReplay, nonce, data } = read(refundNonce, answer);
    if (nonce !== key || (isNonceReplay && !isOf(key, data))) throw unclear(answer);
    return isNonceReplay && data ? data : null;
  }

  /** Its present state. Pinch's documents do not agree on the path. */
  async function latest(id: string, key: string): Promise<Refund | null> {
    for (const path of ["refunds", "refund"]) {
      const answer = await send("GET", `${path}/${encodeURIComponent(id)}`);
      if (answer.status === 400 || answer.status === 404) continue;
      const told = read(refund, answer);
      if (told.id !== id || !isOf(key, told)) throw unclear(answer);
      return told;
    }
    return null;
  }

  async function made(request: RefundRequest, answer: Answer): Promise<RefundResult> {
    const { key } = request;
    const { status, body } = answer;
    const replay = refundNonce.safeParse(body).data;
    if (
      status === 403 &&
      replay?.isNonceReplay &&
      replay.nonce === key &&
      replay.data &&
      isOf(key, replay.data)
    )
      return resultOf(key, replay.data);
    const told = refund.safeParse(body).data;
    if ((status === 200 || status === 201) && told && isOf(key, told)) return resultOf(key, told);
    const faults = faultsIn(body);
    if (status !== 400 || faults.length === 0) throw unclear(answer);
    const found = await ask(key);
    if (found) return resultOf(key, found);
    const refused = refusalOf(request, await payment(request.charge.key));
    if (refused) return refused;
    const says = (words: RegExp) => faults.some(({ errorMessage }) => words.test(errorMessage ?? ""));
    const isEarly = says(/\byet\b|settled|cleared|processed/i);
    const reason = says(/exceed|greater than/i) ? "exceeds_paid" : isEarly ? "not_yet" : "not_applicable";
    return { ...aboutOf(request), status: "refused", reason };
  }

  /** What the payment itself rules out; null if nothing. */
  function refusalOf(request: RefundRequest, paid: Payment | null): RefundResult | null {
    const refused = (reason: "exceeds_paid" | "not_yet" | "not_applicable") =>
      ({ ...aboutOf(request), status: "refused", reason }) as const;
    const reading = paid && readingOf(paid.status);
    if (!paid || reading === "declined") return refused("not_applicable");
    if (reading === null) {
      const possibleFrom = new Date(paid.estimatedTransferDate ?? Number.NaN);
      return possibleFrom > now() ? { ...refused("not_yet"), possibleFrom } : refused("not_yet");
    }
    return request.amountCents > leftOf(paid) ? refused("exceeds_paid") : null;
  }

  return {
    async refund(request: RefundRequest): Promise<RefundResult> {
      const { key, amountCents, charge } = request;
      const isInTime = within(timeoutMs);
      const known = await ask(key);
      if (known) return resultOf(key, known);
      const paid = await payment(charge.key);
      const refused = refusalOf(request, paid);
      if (!paid || refused)
        return refused ?? { ...aboutOf(request), status: "refused", reason: "not_applicable" };
      const body = {
        paymentId: paid.id,
        amount: amountCents,
        reason: "Requested by the provider",
        nonce: key,
      };
      const answer = await send("POST", "refunds", {
        body,
        async before() {
          // Whoever slept meanwhile may have been given up.
          if (!isInTime()) throw new GatewayOutcomeUnknown("The refund took too long: it was not sent");
        },
      });
      return onceSent(() => made(request, answer));
    },
    async findRefund({ key }: RefundRequest, reference?: string | null): Promise<RefundResult | null> {
      const known = await ask(key);
      const id = known?.id ?? reference;
      if (!id) return null;
      const told = (await latest(id, key)) ?? known;
      return told && resultOf(key, told);
    },
  };
}

const isOf = (key: string, told: Refund | null | undefined) =>
  told !== null && told !== undefined && isNonceOf(key, told.nonce);

const aboutOf = ({ key, amountCents }: RefundRequest) => ({ key, amountCents });

function resultOf(key: string, { id, amount, status }: Refund): RefundResult {
  const about = { key, amountCents: amount, reference: id };
  if (status === "completed") return { ...about, status: "succeeded" };
  if (refundFailed(status)) return { ...about, status: "failed", reason: status };
  // Also for a status that we do not know.
  return { ...about, status: "pending" };
}
