import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { runs } from "../../e2e/support/runs";
import { containsCardNumber, emptiedOfCardNumbers, passesLuhn, withoutCardNumber } from "./card-number";
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

/** The row of ten digits of a few scripts, and of the styles that NFKC makes plain ones of. */
const ROWS = [0x30, 0xff10, 0x660, 0x6f0, 0x966, 0xe50, 0x1d7ce, 0x1d7f6, 0x1fbf0, 0x11136];
const inScript = (digits: string, zero: number) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

/** Numbers that a scheme could have issued: the test cards' and some that are none. */
const issued = fc.oneof(
  fc.constantFrom(...Object.values(TEST_CARDS).map(({ number }): string => number)),
  digits(14, 14).map((rest) => withCheckDigit(`4${rest}`)),
  digits(13, 13).map((rest) => withCheckDigit(`53${rest}`)),
  digits(12, 12).map((rest) => withCheckDigit(`37${rest}`)),
  digits(16, 16).map((rest) => withCheckDigit(`63${rest}`)),
);
/** A character that is neither a letter nor a digit, nor becomes one. */
const anyBetween = fc
  .oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    fc.constantFrom(
      ...".,/\\_·–—|:;*+~#'\"()[]{}<>\n\r\t\u00a0\u00ad\u200b\u200d\u2060\ufeff\u0301\u20e3\ufe0f\u3164ー•😀",
    ),
  )
  .filter(
    (text) =>
      /^(\P{L}|[\u3164\u1160ー])*$/u.test(text.normalize("NFKC")) && !/\p{N}/u.test(text.normalize("NFKC")),
  );

describe("containsCardNumber", () => {
  it("finds every number of a scheme in any script, with anything but letters between its digits", () => {
    const written = fc
      .tuple(issued, fc.array(fc.array(anyBetween, { maxLength: 3 }), { minLength: 18, maxLength: 18 }))
      .chain(([number, gaps]) =>
        fc
          .array(fc.constantFrom(...ROWS), { minLength: number.length, maxLength: number.length })
          .map((rows) =>
            [...number]
              .map(
                (digit, at) =>
                  inScript(digit, rows[at]!) + (at < number.length - 1 ? gaps[at]!.join("") : ""),
              )
              .join(""),
          ),
      );
    fc.assert(
      fc.property(
        fc.constantFrom("", "Nguyen ", "card:", "2026-11-22/", "ORD-7."),
        written,
        fc.constantFrom("", "x", " 12/28 123"),
        (before, number, after) => {
          expect(containsCardNumber(before + number + after)).toBe(true);
          expect(containsCardNumber(before + number + after, "issued")).toBe(true);
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it("finds any number that passes Luhn where it is written as on a card, whatever surrounds it", () => {
    const asOnCards = fc
      .tuple(cardNumber, fc.constantFrom("", " ", "-", "\u00a0", "\u2011", "\u200b"))
      .map(([number, gap]) => number.replace(/(.{4})(?=.)/g, `$1${gap}`));
    fc.assert(
      fc.property(wordsOnly, asOnCards, wordsOnly, (before, number, after) => {
        expect(containsCardNumber(before + number + after)).toBe(true);
      }),
    );
  });

  it("finds any number that passes Luhn where none belongs, however it is spaced", () => {
    fc.assert(
      fc.property(wordsOnly, separated, wordsOnly, (before, number, after) => {
        expect(containsCardNumber(before + number + after, "any")).toBe(true);
      }),
    );
  });

  it("finds a card number beside other digits that a space or hyphen sets apart", () => {
    fc.assert(
      fc.property(digits(0, 30), cardNumber, digits(0, 30), (before, number, after) => {
        expect(containsCardNumber(`${before} ${number}-${after}`)).toBe(true);
      }),
    );
  });

  it.each([
    "4242 4242 4242 4242 12/28 123",
    "tok_test_4242424242424242",
    "4242.4242.4242.4242",
    "4242/4242/4242/4242",
    "4242_4242_4242_4242",
    "4242·4242·4242·4242",
    "42424242\n42424242",
    "4\u00ad2\u200b4\u20602\u0301 4242 4242 4242",
    "4️⃣2️⃣4️⃣2️⃣4242 4242 4242",
    "4242ー4242ー4242ー4242",
    "4242\u31644242\u31644242\u31644242",
    "４２４２　４２４２　４２４２　４２４２",
    "٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢",
    "४२४२४२४२४२४२४२४२",
    "④②④②④②④②④②④②④②④②",
    "❹❷❹❷❹❷❹❷❹❷❹❷❹❷❹❷",
    "፬፪፬፪፬፪፬፪፬፪፬፪፬፪፬፪",
    "2026-11-22/4111111111111111",
    "3782 822463 10005",
  ])("finds it in %j", (text) => {
    expect(containsCardNumber(text)).toBe(true);
  });

  it.each([
    ["a run that fails Luhn", "4242424242424241"],
    ["twelve digits", "424242424240"],
    ["an unbroken run of twenty digits", withCheckDigit("4242424242424242424")],
    ["digits that letters part", "4242424242x4242424242"],
    ["digits that letters of another script part", "42424242年42424242"],
    ["a token of the sandbox", "tok_test_mastercard_2series_abcdefghijklmnopqrstuv"],
    ["a date and a sum", "2026-11-24 1500.00"],
    ["nothing", ""],
  ])("lets %s pass", (_what, text) => {
    expect(containsCardNumber(text)).toBe(false);
  });

  const number = (min: number, max: number) => fc.noBias(fc.integer({ min, max })).map(String);
  const two = (min: number, max: number) => number(min, max).map((text) => text.padStart(2, "0"));
  const date = (order: (year: string, month: string, day: string) => string) =>
    fc.tuple(number(1990, 2060), two(1, 12), two(1, 28)).map((parts) => order(...parts));
  const iso = date((year, month, day) => `${year}-${month}-${day}`);
  const australian = date((year, month, day) => `${day}/${month}/${year}`);
  const hex = (length: number) =>
    fc
      .noBias(fc.array(fc.integer({ min: 0, max: 15 }), { minLength: length, maxLength: length }))
      .map((all) => all.map((one) => one.toString(16)).join(""));

  /** Each of these would be refused in one case of ten or so, were all numbers that pass Luhn looked for in it. */
  it.each<[string, fc.Arbitrary<string>]>([
    ["two dates", fc.tuple(iso, iso).map((dates) => `Bookkeeping 2026 (${dates.join(" – ")})`)],
    ["two dates with slashes", fc.tuple(australian, australian).map((dates) => `2026: ${dates.join(" - ")}`)],
    [
      "a date and a time",
      fc
        .tuple(iso, two(0, 23), two(0, 59), number(100, 999))
        .map(([day, hour, minute, rest]) => `${day} ${hour}:${minute}:${minute}.${rest}`),
    ],
    [
      "a dated order",
      fc
        .tuple(iso, number(10_000, 9_999_999))
        .map(([day, count]) => `ORD-${day.replaceAll("-", "")}-${count}`),
    ],
    [
      "a price and instalments",
      fc
        .tuple(number(1, 99), number(100, 999), number(10, 999), two(0, 99))
        .map(([thousands, rest, each, cents]) => `$${thousands},${rest}.00 = 26 x $${each}.${cents}`),
    ],
    [
      "a telephone number",
      number(400_000_000, 499_999_999).map((digits) => `+61 ${digits.replace(/(...)(?=.)/g, "$1 ")}`),
    ],
    ["an address of the network", fc.ipV4()],
  ])("lets %s pass, always", (_what, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(containsCardNumber(text)).toBe(false);
        expect(containsCardNumber(text, "issued")).toBe(false);
      }),
      { numRuns: runs(2000) },
    );
  });

  it.each<[string, fc.Arbitrary<string>]>([
    ["a UUID", hex(32).map((all) => all.replace(/^(.{8})(....)(....)(....)/, "$1-$2-$3-$4-"))],
    ["a digest", hex(64)],
    ["a time in milliseconds", number(1_600_000_000_000, 1_999_999_999_999)],
  ])("lets %s pass where machines write, but for one in a thousand at most", (_what, texts) => {
    const found = fc.sample(texts, { numRuns: 5000 }).filter((text) => containsCardNumber(text, "issued"));
    expect(found.length).toBeLessThanOrEqual(5);
  });

  it("never suspects text with fewer than 13 digits", () => {
    fc.assert(
      fc.property(separated, wordsOnly, (number, after) => {
        const short = number.replace(/\D/g, "").slice(0, 12);
        expect(containsCardNumber(`${short.slice(0, 6)} ${short.slice(6)}${after}`, "any")).toBe(false);
      }),
    );
  });

  // So long that work by the square of the length would outlast a test's limit.
  it.each([
    "1 ",
    "1-----",
    "1.",
    "12345678901234567890",
    "- ",
    "४\u200b",
    "\u0345\u0315\u0301\u0323",
    "aaaaaaaaaaaaaaaaaaaaaaag",
    "20/1",
  ])("takes very long text in its stride: %j", (piece) => {
    const text = piece.repeat(500_000 / piece.length);
    expect(text.length).toBeGreaterThan(450_000);
    containsCardNumber(text);
    containsCardNumber(text, "any");
  });
});

test("what an answer or a form repeats is without it", () => {
  expect(withoutCardNumber("/v1/4242.4242.4242.4242")).toBe("…");
  expect(withoutCardNumber("/v1/provider-checkouts")).toBe("/v1/provider-checkouts");
  const typed = { accountName: "Amelia", bsb: "062-000", accountNumber: "4242/4242/4242/4242" };
  expect(emptiedOfCardNumbers(typed)).toEqual({ ...typed, accountNumber: "" });
});
