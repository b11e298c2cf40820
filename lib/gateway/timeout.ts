import { inTime } from "../domain/time";
import { type CardGateway, GatewayOutcomeUnknown } from "./port";

/** The gateway with a limit of patience: past it the outcome is unknown, whatever may still come. */
export function withTimeout(gateway: CardGateway, milliseconds: number): CardGateway {
  const limited = <T>(work: Promise<T>) =>
    inTime(work, milliseconds, () => {
      throw new GatewayOutcomeUnknown(`The gateway did not answer within ${milliseconds} ms`);
    });
  return {
    mode: gateway.mode,
    charge: (request) => limited(gateway.charge(request)),
    findCharge: (key) => limited(gateway.findCharge(key)),
    listCharges: (filter) => limited(gateway.listCharges(filter)),
    closeCharge: (key) => limited(gateway.closeCharge(key)),
  };
}
