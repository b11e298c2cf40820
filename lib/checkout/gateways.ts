import { openAttemptsElsewhere, openRefundsElsewhere } from "../db/charge-attempts";
import type { Db } from "../db/client";
import { findAccountsInMode } from "../db/gateway-accounts";
import type { Id } from "../domain/ids";
import { chargingOf } from "../gateway/accounts";
import type { CardGateway } from "../gateway/port";
import type { CheckoutDeps } from "./context";

export type Gateways = Pick<CheckoutDeps, "gateway" | "earlierGateways" | "sandboxExtras" | "accounts">;

/**
 * The same for one provider: its own account charges, if it has one. Its other accounts and the gateways of the settings
 * are asked about the charges that they made. Once all its accounts are retired nothing is charged, because the gateway of
 * the settings is somebody else's account.
 */
export async function withAccounts<D extends Gateways>(deps: D, providerId: Id<"prv">): Promise<D> {
  const own = await deps.accounts.of(providerId);
  const account = chargingOf(own);
  if (!account) return deps;
  const gateway = account.isCurrent ? account.gateway : takingNone(account.gateway);
  const all = [...own.map((account) => account.gateway), deps.gateway, ...deps.earlierGateways.values()];
  const sandboxExtras = new Map(deps.sandboxExtras);
  for (const {
    extras,
    gateway: { id },
  } of own)
    if (extras) sandboxExtras.set(id, extras);
  const earlierGateways = new Map(all.filter((one) => one !== gateway).map((one) => [one.id, one]));
  return { ...deps, gateway, earlierGateways, sandboxExtras };
}

/** The account itself stands beside it, and is asked about its own charges. */
const takingNone = (gateway: CardGateway): CardGateway => ({
  ...gateway,
  takesCharges: async () => false,
  chargesOfOrder: async () => [],
});

/** The same, with the accounts of all providers beside the gateways of the settings. */
export async function withAllAccounts<D extends Gateways>(deps: D): Promise<D> {
  const accounts = await deps.accounts.all();
  const earlierGateways = new Map(deps.earlierGateways);
  for (const { gateway } of accounts) earlierGateways.set(gateway.id, gateway);
  return { ...deps, earlierGateways };
}

/** The gateway that an attempt was sent to, or null if it is not configured. */
export function gatewayOf(
  { gateway, earlierGateways }: Pick<Gateways, "gateway" | "earlierGateways">,
  id: string,
): CardGateway | null {
  return earlierGateways.get(id) ?? (id === gateway.id ? gateway : null);
}

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
  deps: Omit<Gateways, "accounts"> & Pick<CheckoutDeps, "environment"> & { db: Db },
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
