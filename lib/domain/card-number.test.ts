import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { containsCardNumber, passesLuhn } from "./card-number";
import { TEST_CARDS } from "./test-cards";

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });

/** The digits with the check digit that makes them pass. */
function withCheckDigit(body: string): string {
  const check = [..."0123456789"].find((digit) => passesLuhn(body + digit));
  return `${body}${check}`;
}

const cardNumber = digits(12, 18).map(withCheckDigit);
const separator = fc.constantFrom("", "", " ", "-", "  ", " - ", "\u00a0", "\u202f", "\u2011", "\u2013");
const separated = fc
  .tuple(cardNumber, fc.array(separator, { minLength: 18, maxLength: 18 }))
  .map(([number, gaps]) =>
    [...number].map((digit, at) => digit + (at < number.length - 1 ? gaps[at] : "")).join(""),
  );
const wordsOnly = fc.string({ unit: fc.constantFrom(...'abcXYZ_/:.,\n"{} ') });

describe("passesLuhn", () => {
  it("takes every test card and the textbook number", () => {
    expect(Object.values(TEST_CARDS).every(({ number }) => passesLuhn(number))).toBe(true);
    expect(passesLuhn("79927398713")).toBe(true);
    expect(passesLuhn("")).toBe(false);
  });

  it("takes exactly one check digit for any number", () => {
    fc.assert(
      fc.property(digits(1, 18), (body) => {
        expect([..."0123456789"].filter((digit) => passesLuhn(body + digit))).toHaveLength(1);
      }),
    );
  });

  it("notices any single digit that is mistyped", () => {
    fc.assert(
      fc.property(cardNumber, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, at, shift) => {
        const wrong = [...number];
        const place = at % number.length;
        wrong[place] = String((Number(wrong[place]) + shift) % 10);
        expect(passesLuhn(wrong.join(""))).toBe(false);
      }),
    );
  });
});

describe("containsCardNumber", () => {
  it("finds every card number of 13 to 19 digits, however it is spaced and whatever surrounds it", () => {
    fc.assert(
      fc.property(wordsOnly, separated, wordsOnly, (before, number, after) => {
        expect(containsCardNumber(before + number + after)).toBe(true);
      }),
    );
  });

  it("finds a card number beside other digits that a space or hyphen sets apart", () => {
    fc.assert(
      fc.property(digits(0, 30), cardNumber, digits(0, 30), (before, number, after) => {
        expect(containsCardNumber(`${before} ${number}-${after}`)).toBe(true);
      }),
    );
    expect(containsCardNumber("4242 4242 4242 4242 12/28 123")).toBe(true);
    expect(containsCardNumber("tok_test_4242424242424242")).toBe(true);
  });

  it.each([
    ["a run that fails Luhn", "4242424242424241"],
    ["twelve digits", "424242424240"],
    ["an unbroken run of twenty digits", withCheckDigit("4242424242424242424")],
    ["digits that letters part", "4242424242x4242424242"],
    ["digits that line breaks part", "42424242\n42424242"],
    ["a token of the sandbox", "tok_test_mastercard_2series_abcdefghijklmnopqrstuv"],
    ["a date and a sum", "2026-11-24 1500.00"],
    ["nothing", ""],
  ])("lets %s pass", (_what, text) => {
    expect(containsCardNumber(text)).toBe(false);
  });

  it("never suspects text with fewer than 13 digits", () => {
    fc.assert(
      fc.property(separated, wordsOnly, (number, after) => {
        const short = number.replace(/\D/g, "").slice(0, 12);
        expect(containsCardNumber(`${short.slice(0, 6)} ${short.slice(6)}${after}`)).toBe(false);
      }),
    );
  });

  // So long that work by the square of the length would outlast a test's limit.
  it.each(["1 ", "1-----", "12345678901234567890", "- "])(
    "takes very long text in its stride: %j",
    (piece) => {
      expect(containsCardNumber(piece.repeat(1_000_000 / piece.length))).toBe(false);
    },
  );
});
