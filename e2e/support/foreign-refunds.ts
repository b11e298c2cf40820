import type {
  CardGateway,
  ChargeOutcome,
  ListedCharge,
  RefundRequest,
  RefundResult,
} from "../../lib/gateway/port";

type Charge = ListedCharge & { result: ChargeOutcome };

/** Refunds of a gateway in memory: each is pending until it is asked for again. */
export function foreignRefunds(
  chargeOf: (key: string) => Charge | undefined,
): Pick<CardGateway, "refund" | "findRefund"> & { sendBack(key: string): void } {
  const refunds = new Map<string, RefundRequest & { status: "pending" | "succeeded" | "failed" }>();
  const resultOf = (key: string): RefundResult | null => {
    const held = refunds.get(key);
    if (!held) return null;
    const { amountCents, status } = held;
    return status === "failed"
      ? { key, amountCents, status, reason: "Returned." }
      : { key, amountCents, status };
  };
  const mark = (key: string) => {
    const charge = chargeOf(key);
    if (charge?.result.status !== "succeeded") return 0;
    const live = [...refunds.values()].filter((one) => one.charge.key === key && one.status !== "failed");
    const left = charge.amountCents - live.reduce((sum, { amountCents }) => sum + amountCents, 0);
    charge.result = { ...charge.result, isRefunded: left === 0 || undefined };
    return left;
  };
  return {
    async refund(request) {
      const { key, amountCents, charge } = request;
      const known = resultOf(key);
      if (known) return known;
      const refused = { key, amountCents, status: "refused" } as const;
      if (chargeOf(charge.key)?.result.status !== "succeeded")
        return { ...refused, reason: "not_applicable" };
      if (amountCents > mark(charge.key)) return { ...refused, reason: "exceeds_paid" };
      refunds.set(key, { ...request, status: "pending" });
      mark(charge.key);
      return { key, amountCents, status: "pending" };
    },
    async findRefund({ key }) {
      const held = refunds.get(key);
      if (held?.status === "pending") held.status = "succeeded";
      return resultOf(key);
    },
    sendBack(key) {
      const held = refunds.get(key);
      if (!held) return;
      held.status = "failed";
      mark(held.charge.key);
    },
  };
}
