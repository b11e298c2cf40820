import type { CheckoutDeps } from "../../lib/checkout/context";
import type { Gateways } from "../../lib/checkout/gateways";
import { openAttemptsElsewhere, openRefundsElsewhere } from "../../lib/db/charge-attempts";
import { findAccountsInMode } from "../../lib/db/gateway-accounts";

export class GatewayFault extends Error {
  override name = "GatewayFault";
  override stack = this.message;
}

const MAX_NAMED = 10;

/**
 * @throws GatewayFault if charges or refunds are open at a gateway that is not configured, because only that one knows their outcome,
 *   or if an account is of the other mode
 */
export async function checkGateways(
  deps: Omit<Gateways, "accounts"> & Pick<CheckoutDeps, "db" | "environment">,
) {
  const otherMode = deps.environment === "production" ? "test" : "live";
  const [wrong] = await findAccountsInMode(deps.db, otherMode);
  if (wrong)
    throw new GatewayFault(
      `ENVIRONMENT: is ${deps.environment}, but the processor account ${wrong.id} of ${wrong.code} is a ${otherMode} account. Retire it with \`npm run gateways -- retire --provider ${wrong.code} --account ${wrong.id}\`, or use the database of this environment.`,
    );
  const known = [deps.gateway.id, ...deps.earlierGateways.keys()];
  const open = [
    ["charge", await openAttemptsElsewhere(deps.db, known, MAX_NAMED)],
    ["refund", await openRefundsElsewhere(deps.db, known, MAX_NAMED)],
  ] as const;
  for (const [what, found] of open) {
    const [first] = found;
    if (!first) continue;
    const named = found.map(({ id, gateway }) => `${id} at ${gateway}`).join(", ");
    throw new GatewayFault(
      `GATEWAY_URL: the outcome of ${first.count} ${what}${first.count === 1 ? "" : "s"} is still open at a gateway that is not configured: ${named}${first.count > found.length ? ", …" : ""}. Name that gateway in GATEWAY_EARLIER or, where it is the same one at a new address, set GATEWAY_ID to its id.`,
    );
  }
}
