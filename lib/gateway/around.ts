import type { CardGateway } from "./port";

/** The calls of a gateway, as spans and metrics name them. */
export type GatewayCall = Exclude<keyof CardGateway, "id" | "mode" | "takesCharges">;

/** The same gateway with something around each call. */
export function around(
  gateway: CardGateway,
  call: <T>(name: GatewayCall, work: () => Promise<T>) => Promise<T>,
): CardGateway {
  return {
    id: gateway.id,
    mode: gateway.mode,
    takesCharges: (isDoubtful) => gateway.takesCharges(isDoubtful),
    charge: (request) => call("charge", () => gateway.charge(request)),
    findCharge: (key) => call("findCharge", () => gateway.findCharge(key)),
    chargesOfOrder: (order) => call("chargesOfOrder", () => gateway.chargesOfOrder(order)),
    listCharges: (since) => call("listCharges", () => gateway.listCharges(since)),
    closeCharge: (key) => call("closeCharge", () => gateway.closeCharge(key)),
  };
}
