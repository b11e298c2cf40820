import { randomBytes } from "node:crypto";
import type { Sealed, Vault } from "../crypto/vault";
import type { Id } from "../domain/ids";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new signing secret as Standard Webhooks writes it: `whsec_` and the base64 of 32 random bytes. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

/** Seals an endpoint's secret, bound to that endpoint. */
export const sealWebhookSecret = (vault: Vault, endpointId: Id<"whe">, secret: string): Sealed =>
  vault.seal("webhook-secret", endpointId, Buffer.from(secret));

/** @throws Error when it was altered, is another endpoint's, or its key version is not configured */
export const openWebhookSecret = (vault: Vault, endpointId: Id<"whe">, sealed: Sealed): string =>
  Buffer.from(vault.open("webhook-secret", endpointId, sealed)).toString();

/** The bytes that sign. */
export const keyOfWebhookSecret = (secret: string): Buffer =>
  Buffer.from(secret.slice(PREFIX.length), "base64");
