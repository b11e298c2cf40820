import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Bytes from 248 on are dropped, because 248 is the last multiple of 62: each character is equally likely. */
export function randomBase62(length: number): string {
  let out = "";
  while (out.length < length)
    for (const byte of randomBytes(length * 2))
      if (byte < 248 && out.length < length) out += ALPHABET[byte % 62];
  return out;
}

/** Zero-padded. */
export function toBase62(value: number, length: number): string {
  let out = "";
  for (let rest = value; out.length < length; rest = Math.floor(rest / 62)) out = ALPHABET[rest % 62] + out;
  return out;
}
