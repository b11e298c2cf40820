import type { Sealed, Vault } from "../crypto/vault";
import type { Id } from "../domain/ids";

export const sealWebhookSecret = (vault: Vault, endpointId: Id<"whe">, secret: string): Sealed =>
  vault.seal("webhook-secret", endpointId, Buffer.from(secret));

/** @throws Error if it was altered, is another endpoint's, or its key version is not configured */
export const openWebhookSecret = (vault: Vault, endpointId: Id<"whe">, sealed: Sealed): string =>
  Buffer.from(vault.open("webhook-secret", endpointId, sealed)).toString();
