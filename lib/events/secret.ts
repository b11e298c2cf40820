import { createHmac, randomBytes } from "node:crypto";
import type { Sealed, Vault } from "../crypto/vault";
import type { Id } from "../domain/ids";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new signing secret as Standard Webhooks writes it: `whsec_` and the base64 of 32 random bytes. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

export const sealWebhookSecret = (vault: Vault, endpointId: Id<"whe">, secret: string): Sealed =>
  vault.seal("webhook-secret", endpointId, Buffer.from(secret));

/** @throws Error if it was altered, is another endpoint's, or its key version is not configured */
export const openWebhookSecret = (vault: Vault, endpointId: Id<"whe">, sealed: Sealed): string =>
  Buffer.from(vault.open("webhook-secret", endpointId, sealed)).toString();

/**
 * The headers of Standard Webhooks. During a rotation each valid secret signs, because a receiver may know either. Contract
 * section 8.
 * @param eventId the same at each attempt and replay, so that a receiver recognises an event that it has seen
 * @param secrets `whsec_…`, newest first
 */
export function signed(eventId: string, at: Date, body: string, secrets: readonly string[]) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${eventId}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": eventId, "webhook-timestamp": timestamp, "webhook-signature": signature.join(" ") };
}
