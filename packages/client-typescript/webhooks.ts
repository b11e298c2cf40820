import { optionsOf } from "./options.js";
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
const UNREAD =
  "unwrap needs the raw body, a string or bytes. In Express, use express.raw(), not express.json().";
const text = new TextEncoder();

/**
 * Verifies the signature and the age of a webhook, and reads its event. It needs no client and no API key.
 * @param body as it came, before anything has parsed it: the signature is over its bytes
 * @param secrets `whsec_…` of the endpoint; both of them, with a space between, while a secret is being rotated
 * @throws WebhookVerificationError where it must be refused
 * @throws TypeError where no secret is given or one is not `whsec_…`, or the body was parsed: the receiver's own fault
 */
async function unwrap(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[] | undefined,
  options: UnwrapOptions = {},
): Promise<WebhookEvent> {
  if (typeof body !== "string" && !ArrayBuffer.isView(body)) throw new TypeError(UNREAD);
  if (typeof headers !== "object" || headers === null) throw new TypeError("No headers are given");
  const { toleranceSeconds = 300 } = optionsOf("webhooks.unwrap", options, "toleranceSeconds");
  const known = [secrets ?? []].flat().flatMap((one) => one.split(" ").filter(Boolean));
  if (known.length === 0) throw new TypeError("No webhook secret is given");
  const keys = await Promise.all(known.map(keyOf));
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature");
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  // Written so that what is no number is refused too.
  if (!(age <= toleranceSeconds))
    throw new WebhookVerificationError(
      "timestamp_out_of_tolerance",
      `webhook-timestamp ${timestamp} is not within ${toleranceSeconds} seconds of this clock`,
    );
  const content = typeof body === "string" ? text.encode(body) : body;
  const start = text.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(start.length + content.length);
  signed.set(start);
  signed.set(content, start.length);
  const given = signatures.split(" ").flatMap(bytesOf);
  for (const key of keys) {
    // Once for each secret, however many signatures anybody sends.
    const expected = new Uint8Array(await crypto.subtle.sign("HMAC", key, signed));
    if (given.some((signature) => isSame(signature, expected)))
      return JSON.parse(new TextDecoder().decode(content));
  }
  throw new WebhookVerificationError("signature_mismatch", "No signature matches your secrets");
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith(PREFIX) ? decoded(secret.slice(PREFIX.length)) : null;
  if (!bytes || bytes.length === 0)
    throw new TypeError(`A webhook secret must be ${PREFIX} followed by base64`);
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const found =
    typeof headers.get === "function"
      ? headers.get(name)
      : Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  if (typeof found === "string" && found !== "") return found;
  throw new WebhookVerificationError("header_missing", `The header ${name} is missing`);
}

/** In the same time wherever they differ. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (const [at, byte] of other.entries()) difference |= byte ^ (one[at] ?? 0);
  return difference === 0;
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
