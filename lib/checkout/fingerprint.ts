import { createHash } from "node:crypto";
import type { CreateRequest } from "../contract/create-request";

/**
 * The form of the fingerprints that are made now. Whoever changes what they are made of raises it, and honours the form
 * before for the 31 days that keys are kept.
 */
const VERSION = 1;

/**
 * What tells one create body from another: the version, then SHA-256 of the body under the API's own names. It was
 * validated by then: unknown members are gone, texts trimmed, amounts whole cents. Members that are absent or null do
 * not count, so that a member which a later server knows changes nothing for those who do not send it. Contract section 4.
 */
export function fingerprintOf(body: CreateRequest): Uint8Array {
  return Buffer.concat([Buffer.of(VERSION), createHash("sha256").update(canonical(body)).digest()]);
}

function canonical(body: CreateRequest): string {
  return JSON.stringify(body, (_, value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const present = Object.entries(value).filter(([, member]) => member !== null);
    return Object.fromEntries(present.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
