import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Random base62 text, log2(62) ≈ 5.95 bits a character, without modulo bias. */
export function randomBase62(length: number): string {
  let out = "";
  while (out.length < length)
    for (const byte of randomBytes(length * 2))
      if (byte < 248 && out.length < length) out += ALPHABET[byte % 62];
  return out;
}

/** A whole number below 62^length as base62, zero-padded. */
export function toBase62(value: number, length: number): string {
  let out = "";
  for (let rest = value; out.length < length; rest = Math.floor(rest / 62)) out = ALPHABET[rest % 62] + out;
  return out;
}
