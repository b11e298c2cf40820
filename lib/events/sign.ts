import { createHmac } from "node:crypto";
import { keyOfWebhookSecret } from "./secret";

/**
 * The headers that Standard Webhooks asks for; each secret in force signs, so that a receiver may know either during
 * a rotation. Contract section 8.
 * @param id of the event: a receiver that has seen it has seen this delivery
 * @param secrets `whsec_…`, newest first
 */
export function signed(id: string, at: Date, body: string, secrets: readonly string[]) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = secrets
    .map((secret) => createHmac("sha256", keyOfWebhookSecret(secret)).update(`${id}.${timestamp}.${body}`))
    .map((hmac) => `v1,${hmac.digest("base64")}`);
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signature.join(" "),
  };
}
