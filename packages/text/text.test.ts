import { describe, expect, it } from "vitest";
import { hasControlCharacters, isEmail, isLonger, readText, shorten } from "./text";

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

describe("a text that is read", () => {
  const EMOJI = "👩\u200d🎓";
  it.each([
    ["words", " \u200bZoe\u0308\u2069\n", "Zoë"],
    ["words", "علی\u200cرضا", "علی\u200cرضا"],
    ["words", `Ann ${EMOJI}!`, `Ann ${EMOJI}!`],
    ["words", "Certi\ufb01cate of o\ufb03ce sta\ufb00", "Certificate of office staff"],
    ["words", "x² １", "x² １"],
    ["words", " \u200b\u2060\ufeff\u00ad\u3164", ""],
    ["reference", "\u200eORD\u200b-1\u00ad0\ufe0f0\u2066 42", "ORD-100 42"],
    ["reference", "ＡＣＣ", "ＡＣＣ"],
    ["address", "ｍｉａ\u200b＠example\u00ad．com\u200f", "mia@example.com"],
    ["address", "mia@mail。example｡com", "mia@mail.example.com"],
    ["plain", "２０２９－０８\u200b-31", "2029-08-31"],
    ["digits", " ４242-42\u200b42\u00a04242\u20114242\u2069", "4242424242424242"],
  ] as const)("as %s: %j is %j", (kind, given, read) => {
    expect(readText(given, kind, 100)).toBe(read);
    expect(readText(read, kind, 100)).toBe(read);
  });

  it("stays far too long without being normalised", () => {
    const marks = `a${"\u0301\u0323".repeat(30_000)}`;
    expect(readText(` ${marks}`, "words", 100)).toBe(marks);
    expect(readText(`${" ".repeat(60_000)}a${" ".repeat(60_000)}`, "words", 100)).toBe("a");
  });
});

describe("an email address", () => {
  it.each([
    "name@example.com",
    "first.last+tag@mail.example.com.au",
    "o'brien@example.com",
    "!#$%&'*+/=?^_`{|}~-@example.com",
    "jörg@müller.example",
    "用户@例え。jp",
    "a@xn--bcher-kva.example",
    "a@1and1.com",
    "a@3com.4.com",
    "a@a--b.c",
    `${"a".repeat(64)}@example.com`,
    `a@${"b".repeat(63)}.com`,
  ])("can be %s", (text) => expect(isEmail(text)).toBe(true));

  it.each([
    ...["", "@", "name", "name@", "@example.com", "name@example", "name@localhost", "name@com"],
    ...["name@.com", "name@example.", "name@example.com.", "name@example..com", "name@.example.com"],
    ...[".name@example.com", "name.@example.com", "na..me@example.com", "..@example.com", ".@example.com"],
    ...[
      "two names@example.com",
      "name@exam ple.com",
      "name @example.com",
      "name@ example.com",
      " @example.com",
    ],
    ...["name@@example.com", "na@me@example.com", "name@example.com@", "Name <name@example.com>"],
    ...["name@example.com, other@example.com", "name@example.com;b@example.com", "mailto:name@example.com"],
    ...[
      "na(me)@example.com",
      'na"me@example.com',
      '"na me"@example.com',
      "na\\me@example.com",
      "na[me@example.com",
    ],
    ...[
      "name@-example.com",
      "name@example-.com",
      "name@example.-com",
      "name@example.com-",
      "name@exam_ple.com",
    ],
    ...[
      "name@exam!ple.com",
      "name@exam+ple.com",
      "name@example.com/path",
      "name@example.com:25",
      "name@example.com?x",
    ],
    ...[
      "name@example.com#x",
      "name@ex%61mple.com",
      "name@exam'ple.com",
      "name@exa|mple.com",
      "name@exam*ple.com",
    ],
    ...["name@127.0.0.1", "name@1.2", "name@example.123", "name@[127.0.0.1]", "name@[IPv6:::1]", "name@::1"],
    ...["name@0x7f.1", "name@2130706433", "name@example.0x10", "name@ex\u0000ample.com"],
    ...["name@example.com\u0000", "na\u0007me@example.com", "na\nme@example.com", "name@\u2603.\u0085"],
    ...[`${"a".repeat(65)}@example.com`, `${"ж".repeat(33)}@example.com`, `a@${"b".repeat(64)}.com`],
    ...[`a@${"ж".repeat(62)}.com`, `a@example.${"c".repeat(64)}`],
  ])("cannot be %j", (text) => expect(isEmail(text)).toBe(false));
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
