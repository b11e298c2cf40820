import { createHash } from "node:crypto";
import { sortedJson } from "../../packages/text/json";

/** Raise it when a fingerprint's content changes. */
const VERSION = 1;

/**
 * The version, then SHA-256 of the validated body: without unknown fields, texts trimmed, amounts in whole cents. Absent and
 * null fields do not count, so a new optional field does not change the fingerprint of a request without it. Contract
 * section 4.
 */
export const fingerprintOf = (body: object): Uint8Array =>
  Buffer.concat([
    Buffer.of(VERSION),
    createHash("sha256")
      .update(sortedJson(body, { nulls: false }))
      .digest(),
  ]);
