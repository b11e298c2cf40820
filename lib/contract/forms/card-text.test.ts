import { describe, expect, it } from "vitest";
import { caretAfter, expiryIn, grouped } from "./card-text";

describe("a card number as it is typed", () => {
  it.each([
    ["4242424242424242", "4242 4242 4242 4242"],
    ["4242-4242 4242\u20134242", "4242 4242 4242 4242"],
    ["378282246310005", "3782 822463 10005"],
    ["42425", "4242 5"],
    ["", ""],
    ["4242 oops", "4242 oops"],
  ])("%j is shown as %j", (typed, shown) => expect(grouped(typed)).toBe(shown));

  it.each([
    ["a digit typed at the end", "42425|", "4242 5|", false],
    ["a digit typed in the middle", "42425|242", "4242 5|242", false],
    ["a digit deleted in the middle", "42|2 4242", "42|24 242", true],
    ["the space deleted", "4242|4242", "4242| 4242", true],
    ["a text that stays as it is", "42|4", null, false],
  ])("keeps the caret with its digit: %s", (_, typed, shown, isDeleting) => {
    const at = typed.indexOf("|");
    const plain = typed.replace("|", "");
    const caret = caretAfter(plain, at, grouped(plain), isDeleting);
    if (shown === null) expect(caret).toBeNull();
    else expect(`${grouped(plain).slice(0, caret!)}|${grouped(plain).slice(caret!)}`).toBe(shown);
  });
});

describe("an expiry date that is pasted", () => {
  it.each([
    ["12/28", "12", "28"],
    [" 3 / 2028 ", "3", "2028"],
    ["08-31", "08", "31"],
    ["0831", "08", "31"],
    ["12 28", "12", "28"],
  ])("%j fills month and year", (text, month, year) => expect(expiryIn(text)).toEqual({ month, year }));

  it.each(["12", "13/28", "28", "2028", "12/2", "hello"])("%j is left as it is", (text) =>
    expect(expiryIn(text)).toBeNull(),
  );
});
