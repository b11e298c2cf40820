import { createHash } from "node:crypto";

/** Raise it when a fingerprint's content changes. */
const VERSION = 1;

/**
 * The version, then SHA-256 of the validated body: without unknown fields, texts trimmed, amounts in whole cents. Absent and
 * null fields do not count, so a new optional field does not change the fingerprint of a request without it. Contract
 * section 4.
 */
export function fingerprintOf(body: object): Uint8Array {
  return Buffer.concat([Buffer.of(VERSION), createHash("sha256").update(canonical(body)).digest()]);
}

function canonical(body: object): string {
  return JSON.stringify(body, (_, value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const present = Object.entries(value).filter(([, member]) => member !== null);
    return Object.fromEntries(present.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
