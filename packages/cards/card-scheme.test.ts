import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CARD_SCHEMES, groupCardNumber, schemeName, schemeOf, securityCodeLength } from "./card-scheme";
import { TEST_CARDS } from "./test-cards";

const CARDS = Object.entries(TEST_CARDS).map(([slug, card]) => [slug, card] as const);
const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength: 19 });

describe("the scheme of a card number", () => {
  it.each(CARDS)("of %s is known by the first four digits, and never taken for another", (_, card) => {
    expect(schemeOf(card.number)).toBe(card.scheme);
    for (let typed = 1; typed <= card.number.length; typed += 1) {
      const soFar = schemeOf(card.number.slice(0, typed));
      if (typed < 4) expect([null, card.scheme]).toContain(soFar);
      else expect(soFar).toBe(card.scheme);
    }
  });

  it.each([
    ["34", "amex"],
    ["37", "amex"],
    ["300", "diners"],
    ["305", "diners"],
    ["36", "diners"],
    ["38", "diners"],
    ["39", "diners"],
    ["3528", "jcb"],
    ["3589", "jcb"],
    ["3527", null],
    ["3590", null],
    ["6011", "discover"],
    ["644", "discover"],
    ["643", null],
    ["65", "discover"],
    ["62", "unionpay"],
    ["51", "mastercard"],
    ["55", "mastercard"],
    ["50", null],
    ["56", null],
    ["2220", null],
    ["2221", "mastercard"],
    ["2720", "mastercard"],
    ["2721", null],
    ["4", "visa"],
    ["", null],
    ["0", null],
    ["9", null],
  ] as const)("that begins with %j is %s", (start, scheme) => {
    expect(schemeOf(start)).toBe(scheme);
  });

  it("has a name for each", () => {
    const names = CARD_SCHEMES.map(schemeName);
    expect(new Set(names).size).toBe(CARD_SCHEMES.length);
    expect(names.every((name) => name.length > 2)).toBe(true);
  });
});

describe("the security code", () => {
  it.each(CARDS)("of %s has as many digits as its scheme prints", (_, card) => {
    expect(securityCodeLength(card.scheme)).toBe(card.scheme === "amex" ? 4 : 3);
  });

  it("has three digits while the scheme is not known", () => {
    expect(securityCodeLength(null)).toBe(3);
  });
});

describe("a card number as it stands on the card", () => {
  it.each([
    ["4242424242424242", "4242 4242 4242 4242"],
    ["5555555555554444", "5555 5555 5555 4444"],
    ["378282246310005", "3782 822463 10005"],
    ["3782822", "3782 822"],
    ["30569309020004", "3056 930902 0004"],
    ["3056930009020004", "3056 9300 0902 0004"],
    ["6200000000000005123", "6200 0000 0000 0005 123"],
    ["4242", "4242"],
    ["42424", "4242 4"],
    ["", ""],
  ])("%s is grouped %s", (number, grouped) => {
    expect(groupCardNumber(number)).toBe(grouped);
  });

  it.each(CARDS.filter(([, card]) => card.scheme === "amex"))("of %s is grouped 4-6-5", (_, card) => {
    expect(groupCardNumber(card.number)).toMatch(/^\d{4} \d{6} \d{5}$/);
  });

  it("keeps each digit in its place, and ends and begins with none of the spaces", () => {
    fc.assert(
      fc.property(digits, (number) => {
        const grouped = groupCardNumber(number);
        expect(grouped.replaceAll(" ", "")).toBe(number);
        expect(grouped).toBe(grouped.trim());
      }),
    );
  });
});
