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
