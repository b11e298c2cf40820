import { inTime } from "../../packages/dates/time";
import { type CardGateway, GatewayOutcomeUnknown } from "./port";

/**
 * After the time the outcome is unknown, whatever the gateway may still answer. A list may be long: whoever fetches it gives
 * up once nothing more comes.
 */
export function withTimeout(gateway: CardGateway, milliseconds: number): CardGateway {
  const limited = <T>(work: Promise<T>) =>
    inTime(work, milliseconds, () => {
      throw new GatewayOutcomeUnknown(`The gateway did not answer within ${milliseconds} ms`);
    });
  return {
    id: gateway.id,
    mode: gateway.mode,
    takesCharges: (isDoubtful) => gateway.takesCharges(isDoubtful),
    charge: (request) => limited(gateway.charge(request)),
    findCharge: (key) => limited(gateway.findCharge(key)),
    chargesOfOrder: (order) => limited(gateway.chargesOfOrder(order)),
    listCharges: (since) => gateway.listCharges(since),
    closeCharge: (key) => limited(gateway.closeCharge(key)),
  };
}
