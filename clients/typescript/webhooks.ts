import type { webhooks as documented } from "./schema.js";

/** The body of a webhook, by its type where one is named: `WebhookEvent<"payment_plan.signed">`. */
export type WebhookEvent<Type extends keyof documented = keyof documented> = {
  [One in Type]: documented[One]["post"]["requestBody"]["content"]["application/json"];
}[Type];

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface UnwrapOptions {
  /** How far `webhook-timestamp` may be from the clock, in seconds: 300 where nothing is said. */
  toleranceSeconds?: number;
}

type Fault = "header_missing" | "timestamp_out_of_tolerance" | "signature_mismatch";

/** It did not come from the service, or too late: answer with a 400. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";

  constructor(
    readonly code: Fault,
    message: string,
  ) {
    super(message);
  }
}

const PREFIX = "whsec_";
const text = new TextEncoder();

/**
 * Verifies the signature and the age of a webhook, and reads its event. It needs no client and no API key.
 * @param body as it came, before anything has parsed it: the signature is over its bytes
 * @param secrets `whsec_…` of the endpoint; both of them while a secret is being rotated
 * @throws WebhookVerificationError where it must be refused
 * @throws TypeError where no secret is given or one is not `whsec_…`: a fault of the receiver's own settings
 */
async function unwrap(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300 }: UnwrapOptions = {},
): Promise<WebhookEvent> {
  const keys = await Promise.all([secrets].flat().map(keyOf));
  if (keys.length === 0) throw new TypeError("No webhook secret is given");
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature");
  const age = Date.now() / 1000 - Number(timestamp);
  // Written so that what is no number is refused too.
  if (!(Math.abs(age) <= toleranceSeconds))
    throw new WebhookVerificationError(
      "timestamp_out_of_tolerance",
      `webhook-timestamp ${timestamp} is more than ${toleranceSeconds} seconds from this clock`,
    );
  const content = typeof body === "string" ? text.encode(body) : body;
  const signed = new Uint8Array([...text.encode(`${id}.${timestamp}.`), ...content]);
  for (const signature of signatures.split(" ").flatMap(bytesOf))
    for (const key of keys)
      if (await crypto.subtle.verify("HMAC", key, signature, signed))
        return JSON.parse(new TextDecoder().decode(content));
  throw new WebhookVerificationError("signature_mismatch", "No signature is by a secret that is known here");
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith(PREFIX) ? decoded(secret.slice(PREFIX.length)) : null;
  if (!bytes || bytes.length === 0) throw new TypeError(`A webhook secret is not ${PREFIX} and base64`);
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const found =
    typeof headers.get === "function"
      ? headers.get(name)
      : Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  if (typeof found === "string" && found !== "") return found;
  throw new WebhookVerificationError("header_missing", `The header ${name} is missing`);
}

/** The signatures of other schemes than `v1` are others' business. */
function bytesOf(signature: string) {
  const bytes = signature.startsWith("v1,") ? decoded(signature.slice(3)) : null;
  return bytes ? [bytes] : [];
}

/** @returns null where it is not base64 */
function decoded(base64: string) {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

export const webhooks = { unwrap };
