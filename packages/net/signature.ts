import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const OLDEST_MS = 300_000;
/** Clocks differ a little. A signature from further ahead was made to be used later. */
const AHEAD_MS = 30_000;
const MAX_SIGNATURES = 10;

/**
 * Checks a header like `t=1764108000,v1=<hex>`, as Stripe (`v1`) and Pinch (`v2`) send it: HMAC-SHA256 of the time, a
 * full stop and the body as it arrived. Several signatures may stand there while a secret is replaced.
 * @param secrets any of them may have signed
 */
export function isSigned(
  header: string,
  scheme: "v1" | "v2",
  body: Uint8Array,
  secrets: readonly string[],
  now: Date,
): boolean {
  const parts = header.split(",").map((part) => part.trim().split("="));
  const time = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(time)) return false;
  const age = now.getTime() - Number(time) * 1_000;
  if (age > OLDEST_MS || age < -AHEAD_MS) return false;
  const given = parts
    .filter(([name, value = ""]) => name === scheme && /^[0-9a-f]{64}$/.test(value))
    .slice(0, MAX_SIGNATURES)
    .map(([, value = ""]) => Buffer.from(value, "hex"));
  return secrets.some((secret) => {
    const right = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
    return given.some((one) => timingSafeEqual(one, right));
  });
}

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new signing secret as Standard Webhooks writes it: `whsec_` and the base64 of 32 random bytes. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

/**
 * The headers of Standard Webhooks. During a rotation each valid secret signs, because a receiver may know either.
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
