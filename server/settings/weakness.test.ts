import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { weaknessOfKey, weaknessOfText } from "./weakness";

const ascending = Buffer.from(Array.from({ length: 32 }, (_, at) => at));
const FEW = [..."fhgahbhcgdgeabgcadegfabhcdhefgba"].map((letter) => 2 * letter.charCodeAt(0));

describe("a key", () => {
  it.each<[string, Uint8Array | readonly number[] | string, string]>([
    ["zeros", Buffer.alloc(32), "it repeats itself"],
    ["one byte", Buffer.alloc(32, 7), "it repeats itself"],
    ["a short cycle", Buffer.alloc(32, "a1B~\xff", "latin1"), "it repeats itself"],
    ["the same half twice", Buffer.alloc(32, randomBytes(16)), "it repeats itself"],
    ["zeros with an end", [...Buffer.alloc(29), 1, 2, 3], "it repeats itself"],
    ["an ascending sequence", ascending, "it is a sequence"],
    ["a descending sequence", ascending.toReversed(), "it is a sequence"],
    ["a sequence with larger steps", ascending.map((byte) => 5 * byte + 3), "it is a sequence"],
    ["an alphabet", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ=", "it is a sequence"],
    ["few distinct bytes", FEW, "it is made of few distinct characters"],
    ["a text", Buffer.from("Base64 of a text that somebody t"), "it is a text"],
  ])("is not random enough: %s", (_, key, why) => {
    const base64 = typeof key === "string" ? key : Buffer.from(key).toString("base64");
    expect(Buffer.from(base64, "base64")).toHaveLength(32);
    expect(weaknessOfKey(base64)).toBe(`is not random enough (${why})`);
  });
});

describe("a secret of text", () => {
  it.each<[string, string, string]>([
    ["one character", "x".repeat(40), "it repeats itself"],
    ["a short cycle", "secr3t-!".repeat(5), "it repeats itself"],
    ["digits in order", "0123456789012345678901234567890123", "it repeats itself"],
    ["an alphabet", "abcdefghijklmnopqrstuvwxyz0123456789", "it is a sequence"],
    ["few distinct characters", "abbacabadabacabaebcadcbeadbcaedb", "it is made of few distinct characters"],
    ["the words of an example", "a-long-secret-that-somebody-typed-in", "it holds a word of an example"],
    ["CHANGEME", "Q9x_gWxZ7q-0bTnM_4kVjR2CHANGEMEgWxZ7q-0bTnM", "it holds a word of an example"],
  ])("is not random enough: %s", (_, text, why) => {
    expect(weaknessOfText(text)).toBe(`is not random enough (${why})`);
  });

  it("is too short with 31 characters", () => {
    expect(weaknessOfText(randomBytes(32).toString("base64url").slice(0, 31))).toBe(
      "is shorter than 32 characters",
    );
  });
});

describe("what comes from a random source", () => {
  it("is never weak: 32 bytes, as key, as text, or 16 of them in hexadecimal digits", () => {
    for (let round = 0; round < 2_000; round++) {
      const key = randomBytes(32).toString("base64");
      const texts = [randomBytes(32).toString("base64url"), randomBytes(16).toString("hex")];
      expect([weaknessOfKey(key), ...texts.map(weaknessOfText)], [key, ...texts].join(" ")).toEqual([
        null,
        null,
        null,
      ]);
    }
  });
});
