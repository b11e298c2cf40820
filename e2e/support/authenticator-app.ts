import { createHmac } from "node:crypto";
import decodeQR from "qr/decode.js";
import type { Html } from "./html-form";

/** What an authenticator app shows now for a key. RFC 6238. */
export function codeOf(key: string): string {
  const bits = [...key].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  const bytes = Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac("sha1", bytes).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** What a camera reads in the QR code of a page. */
export function scanned({ text }: Html): string {
  const [, side = 0, lines = ""] = /viewBox="0 -\.5 (\d+) \d+".* d="([^"]+)"/.exec(text) ?? [];
  const size = 4 * Number(side);
  const data = new Uint8Array(4 * size * size).fill(255);
  for (const [, x, y, length] of lines.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let row = 4 * Number(y); row < 4 * Number(y) + 4; row++)
      for (let at = 4 * Number(x); at < 4 * (Number(x) + Number(length)); at++)
        data.fill(0, 4 * (row * size + at), 4 * (row * size + at) + 3);
  return decodeQR({ width: size, height: size, data });
}
