import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { containsCardNumber } from "./card-number";
import { CARD_SCHEMES } from "./card-scheme";
import { DECLINE_CODES, parseTestToken, TEST_CARDS, type TestCardSlug } from "./test-cards";

const slugs = Object.keys(TEST_CARDS) as TestCardSlug[];
const slug = fc.constantFrom(...slugs);
const random = fc.string({
  unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"),
  minLength: 22,
  maxLength: 22,
});

describe("TEST_CARDS", () => {
  it("holds the published numbers and no other", () => {
    const numbers = (type: string) =>
      Object.values(TEST_CARDS)
        .filter(({ outcome }) => outcome.type === type)
        .map(({ number }) => number)
        .join(" ");
    expect(numbers("succeeds")).toBe(
      "4242424242424242 4000056655665556 5555555555554444 2223003122003222 378282246310005 " +
        "6011111111111117 3056930009020004 3566002020360505 6200000000000005",
    );
    expect(numbers("declines")).toBe(
      "4000000000000002 4000000000009995 4000000000009987 4000000000009979 4000000000000069 " +
        "4000000000000127 4000000000000119",
    );
    expect(numbers("answer_lost")).toBe("4000000000000341");
  });

  it("has numbers that differ, pass Luhn and end in their last four", () => {
    const cards = Object.values(TEST_CARDS);
    expect(new Set(cards.map(({ number }) => number)).size).toBe(cards.length);
    for (const { number, last4 } of cards) {
      expect(containsCardNumber(number)).toBe(true);
      expect(number.slice(-4)).toBe(last4);
    }
  });

  it("has a card for every scheme and one for every decline, named after its code", () => {
    expect(new Set(Object.values(TEST_CARDS).map(({ scheme }) => scheme))).toEqual(new Set(CARD_SCHEMES));
    const declines = Object.entries(TEST_CARDS).flatMap(([name, { outcome }]) =>
      outcome.type === "declines" ? [[name, outcome.declineCode]] : [],
    );
    expect(declines).toEqual(DECLINE_CODES.map((code) => [`declined_${code}`, code]));
  });
});

describe("parseTestToken", () => {
  it("reads back the card of every token", () => {
    fc.assert(
      fc.property(slug, random, (name, tail) => {
        expect(parseTestToken(`tok_test_${name}_${tail}`)).toBe(name);
      }),
    );
  });

  it.each([
    "",
    "tok_test_visa",
    "tok_test_visa_",
    "tok_test_visa_abcdefghijklmnopqrstu",
    "tok_test_visa_abcdefghijklmnopqrstuvw",
    "tok_test_visa_ABCDEFGHIJKLMNOPQRSTUV",
    "tok_test_visa_abcdefghijklmnopqrstuv\n",
    " tok_test_visa_abcdefghijklmnopqrstuv",
    "tok_test_visa__abcdefghijklmnopqrstuv",
    "tok_live_visa_abcdefghijklmnopqrstuv",
    "tok_test_nobody_abcdefghijklmnopqrstuv",
    "tok_test_constructor_abcdefghijklmnopqrstuv",
    "tok_test___proto___abcdefghijklmnopqrstuv",
    "4242424242424242",
  ])("takes %j for no token", (token) => {
    expect(parseTestToken(token)).toBeNull();
  });

  it("knows no token that the capture script could not have made", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseTestToken(text)).toBeNull();
      }),
    );
  });

  it("reads tokens that nobody could take for a card number", () => {
    fc.assert(
      fc.property(slug, random, (name, tail) => {
        expect(containsCardNumber(`tok_test_${name}_${tail}`)).toBe(false);
      }),
    );
  });
});
