import { createHash, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import { randomBase62, toBase62 } from "../../packages/text/base62";
import type { Environment } from "../domain/environment";
import { type Id, isId } from "../domain/ids";

/**
 * Id, 196 random bits and a checksum. The checksum rejects a mistyped key without a query, and lets secret scanners
 * recognise a key. Contract section 3.
 */
const FORMAT = /^pc_(test|live)_([0-9a-z]{26})_([0-9A-Za-z]{33})([0-9A-Za-z]{6})$/;

export interface ParsedApiKey {
  environment: Environment;
  id: Id<"key">;
  secretSha256: Buffer;
}

const prefixOf = { sandbox: "pc_test", production: "pc_live" } as const;

export function makeApiKey(environment: Environment, id: Id<"key">) {
  const unsigned = `${prefixOf[environment]}_${id.slice(4)}_${randomBase62(33)}`;
  const key = unsigned + checksum(unsigned);
  return { key, secretSha256: sha256(key), lastFour: key.slice(-4) };
}

/** Null for a key that is not well formed or has a wrong checksum. */
export function parseApiKey(text: string): ParsedApiKey | null {
  const match = FORMAT.exec(text);
  if (!match || checksum(text.slice(0, -6)) !== match[4]) return null;
  const id = `key_${match[2]}`;
  if (!isId("key", id)) return null;
  return { environment: match[1] === "test" ? "sandbox" : "production", id, secretSha256: sha256(text) };
}

export function sha256(text: string | Uint8Array): Buffer {
  return createHash("sha256").update(text).digest();
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

function checksum(text: string): string {
  return toBase62(crc32(text), 6);
}
