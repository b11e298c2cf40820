import type { CardGateway, ChargeRequest, ChargeResult } from "../../lib/gateway/port";

/** The calls of a gateway as the service makes them: with what it has recorded of each attempt. */
export type Attempts = ReturnType<typeof attemptsAt>;

export function attemptsAt(gateway: CardGateway) {
  const references = new Map<string, string>();
  /** Somebody has asked to close it, so that its own request may store nothing more. */
  const taken = new Set<string>();
  const closed = new Set<string>();

  return {
    references,
    charge: (request: ChargeRequest) =>
      gateway.charge(request, async (reference) => {
        const known = references.get(request.key) ?? reference;
        if (taken.has(request.key) || known !== reference) return false;
        references.set(request.key, reference);
        return true;
      }),
    /** A gateway with references of its own does not see a key that was closed before it had one. */
    async findCharge(key: string): Promise<ChargeResult | null> {
      const found = await gateway.findCharge(key, references.get(key) ?? null);
      return found ?? (closed.has(key) ? { key, amountCents: null, status: "closed" } : null);
    },
    async closeCharge(key: string) {
      taken.add(key);
      const result = await gateway.closeCharge(key, references.get(key) ?? null);
      if (result.status === "closed") closed.add(key);
      if (result.status === "processing" || result.status === "cannot_close") taken.delete(key);
      return result;
    },
  };
}
