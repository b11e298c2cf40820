import { describe, expect, it } from "vitest";
import { hasControlCharacters, isBlank, isEmail, isLonger, shorten } from "./text";

describe("a text that is shortened", () => {
  it.each([
    ["abc", 3, "abc"],
    ["abcd", 3, "abc"],
    ["ab😀d", 3, "ab😀"],
    ["abc😀", 3, "abc"],
    ["😀😀😀😀", 3, "😀😀😀"],
    ["a😀😀😀😀", 3, "a😀😀"],
    ["", 3, ""],
  ])("%s to at most %i characters is %s", (text, max, short) => {
    expect(shorten(text, max)).toBe(short);
  });
});

describe("a text in which there is nothing to see", () => {
  it.each(["", " ", "\t\n", "\u200b", "\u00ad\ufeff", "\u3164", "\u00a0\u2003"])("%j is blank", (text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each(["a", " a ", "\u200ba", "李", "😀", "-"])("%j is not blank", (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe("the shape of an e-mail address", () => {
  it.each([
    "name@example.com",
    "first.last+tag@mail.example.com.au",
    "o'brien@example.com",
    "jörg@müller.example",
    `${"a".repeat(64)}@example.com`,
  ])("%s has it", (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    "",
    "name",
    "name@",
    "@example.com",
    "name@example",
    "name@.com",
    "name@example.",
    "name@example..com",
    "two names@example.com",
    "name@exam ple.com",
    "name@@example.com",
    "Name <name@example.com>",
    "name@example.com, other@example.com",
    "name@example.com\u0000",
    `${"a".repeat(65)}@example.com`,
  ])("%j has not", (text) => {
    expect(isEmail(text)).toBe(false);
  });
});

describe("characters", () => {
  it("are counted as a reader counts them, not by their halves", () => {
    expect(isLonger("😀".repeat(100), 100)).toBe(false);
    expect(isLonger("😀".repeat(101), 100)).toBe(true);
    expect(isLonger("a".repeat(100), 100)).toBe(false);
    expect(isLonger("a".repeat(101), 100)).toBe(true);
  });

  it.each(["\u0000", "a\nb", "\u007f", "\u0085", "\u2028", "\u2029"])(
    "of control in %j are found",
    (text) => {
      expect(hasControlCharacters(text)).toBe(true);
    },
  );

  it.each(["", "Zoë", "a b", "a\u200bb"])("of control are not found in %j", (text) => {
    expect(hasControlCharacters(text)).toBe(false);
  });
});
