import { inTime } from "../../packages/dates/time";
import { around } from "./around";
import { type CardGateway, GatewayOutcomeUnknown } from "./port";

/**
 * After the time the outcome is unknown, whatever the gateway may still answer. A list may be long: whoever fetches it gives
 * up once nothing more comes.
 */
export const withTimeout = (gateway: CardGateway, milliseconds: number): CardGateway =>
  around(gateway, (name, work) =>
    name === "listCharges"
      ? work()
      : inTime(work(), milliseconds, () => {
          throw new GatewayOutcomeUnknown(`The gateway did not answer within ${milliseconds} ms`);
        }),
  );
