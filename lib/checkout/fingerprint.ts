import { createHash } from "node:crypto";
import type { CreateRequest } from "../contract/create-request";

/** Raise it when a fingerprint's content changes. */
const VERSION = 1;

/**
 * The version, then SHA-256 of the validated body: unknown members are gone, texts trimmed, amounts whole cents. Absent
 * and null members do not count, so that a new optional member changes no fingerprint of a request without it. Contract
 * section 4.
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
