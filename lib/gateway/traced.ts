import { inSpan } from "../../packages/tracing/span";
import type { CardGateway } from "./port";

/** Each call is a span, which names neither amount nor key. */
export function traced(gateway: CardGateway): CardGateway {
  const named = <T>(operation: string, work: () => Promise<T>) =>
    inSpan(
      { name: `gateway ${operation}`, kind: "client", attributes: { "peer.service": "card-gateway" } },
      work,
    );
  return {
    id: gateway.id,
    mode: gateway.mode,
    takesCharges: (isDoubtful) => gateway.takesCharges(isDoubtful),
    charge: (request) => named("charge", () => gateway.charge(request)),
    findCharge: (key) => named("findCharge", () => gateway.findCharge(key)),
    chargesOfOrder: (order) => named("chargesOfOrder", () => gateway.chargesOfOrder(order)),
    listCharges: (since) => named("listCharges", () => gateway.listCharges(since)),
    closeCharge: (key) => named("closeCharge", () => gateway.closeCharge(key)),
  };
}
