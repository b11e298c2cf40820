import type { Sealed, Vault } from "../crypto/vault";
import type { Id } from "../domain/ids";

/** What binds a sealed webhook secret to its account, so that the two secrets of an account cannot be exchanged. */
export const webhookOf = (id: Id<"gwa">): string => `${id} webhook`;

export const sealSecret = (vault: Vault, boundTo: string, secret: string): Sealed =>
  vault.seal("gateway-secret", boundTo, Buffer.from(secret));

/** @throws Unreadable */
export const openSecret = (vault: Vault, boundTo: string, sealed: Sealed): string =>
  Buffer.from(vault.open("gateway-secret", boundTo, sealed)).toString();
