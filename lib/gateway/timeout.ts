import { type CardGateway, GatewayOutcomeUnknown } from "./port";

/** The gateway with a limit of patience: past it the outcome is unknown, whatever may still come. */
export function withTimeout(gateway: CardGateway, milliseconds: number): CardGateway {
  async function limited<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new GatewayOutcomeUnknown(`The gateway did not answer within ${milliseconds} ms`)),
        milliseconds,
      );
    });
    try {
      return await Promise.race([work, patience]);
    } finally {
      clearTimeout(timer);
    }
  }
  return {
    mode: gateway.mode,
    charge: (request) => limited(gateway.charge(request)),
    findCharge: (key) => limited(gateway.findCharge(key)),
    listCharges: (filter) => limited(gateway.listCharges(filter)),
    closeCharge: (key) => limited(gateway.closeCharge(key)),
  };
}
