import { type Id, isId } from "../domain/ids";
import { sameBytes } from "./api-key";
import type { Vault } from "./vault";

interface CheckoutOf {
  providerId: Id<"prv">;
  id: Id<"chk">;
  cardPageKeyVersion: number | null;
}

/**
 * The hosted card page's session, which is stored nowhere. Null without such a page, or if the key that it is derived from is
 * not configured.
 */
export function cardSession(vault: Vault, { providerId, id, cardPageKeyVersion }: CheckoutOf): string | null {
  if (cardPageKeyVersion === null || !vault.keyVersions.includes(cardPageKeyVersion)) return null;
  const mac = vault.derive("card-session", cardPageKeyVersion, `${providerId}:${id}`);
  return `cps_${providerId.slice(4)}${id.slice(4)}_${mac.toString("base64url")}`;
}

/** The checkout that a session names before it is verified, or null if it is not well formed. */
export function claimedCheckout(session: string): { providerId: Id<"prv">; id: Id<"chk"> } | null {
  const [, provider, checkout] = /^cps_([0-9a-z]{26})([0-9a-z]{26})_[A-Za-z0-9_-]{43}$/.exec(session) ?? [];
  const [providerId, id] = [`prv_${provider}`, `chk_${checkout}`];
  return isId("prv", providerId) && isId("chk", id) ? { providerId, id } : null;
}

export function isCardSessionOf(vault: Vault, checkout: CheckoutOf, session: string): boolean {
  const own = cardSession(vault, checkout);
  return own !== null && sameBytes(Buffer.from(session), Buffer.from(own));
}
