import { openAttemptsElsewhere } from "../db/charge-attempts";
import type { Db } from "../db/client";
import type { CardGateway } from "../gateway/port";
import type { CheckoutDeps } from "./context";

type Gateways = Pick<CheckoutDeps, "gateway" | "earlierGateways">;

/** The gateway that an attempt was sent to, or null if it is not configured. */
export function gatewayOf({ gateway, earlierGateways }: Gateways, id: string): CardGateway | null {
  if (id === gateway.id) return gateway;
  return earlierGateways.get(id) ?? null;
}

export class GatewayFault extends Error {
  override name = "GatewayFault";
  override stack = this.message;
}

const MAX_NAMED = 10;

/** @throws GatewayFault if charges are open at a gateway that is not configured: only that one knows their outcome */
export async function checkGateways(deps: Gateways & { db: Db }): Promise<void> {
  const known = [deps.gateway.id, ...deps.earlierGateways.keys()];
  const { count, attempts } = await openAttemptsElsewhere(deps.db, known, MAX_NAMED);
  if (count === 0) return;
  const named = attempts.map(({ id, gateway }) => `${id} at ${gateway}`).join(", ");
  throw new GatewayFault(
    `GATEWAY_URL: the outcome of ${count} ${count === 1 ? "charge" : "charges"} is still open at a gateway that is not configured: ${named}${count > attempts.length ? ", …" : ""}. Name that gateway in GATEWAY_EARLIER or, where it is the same one at a new address, set GATEWAY_ID to its id.`,
  );
}
