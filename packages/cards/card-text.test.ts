import { describe, expect, it } from "vitest";
import { caretAfter, expiryIn, expiryShown, grouped } from "./card-text";

describe("a card number as it is typed", () => {
  it.each([
    ["4242424242424242", "4242 4242 4242 4242"],
    ["4242-4242 4242\u20134242", "4242 4242 4242 4242"],
    ["378282246310005", "3782 822463 10005"],
    ["42425", "4242 5"],
    ["", ""],
    ["4242\u200b4242\u2069 ４２４２\u00ad4242", "4242 4242 4242 4242"],
    ["4242 oops", "4242 oops"],
  ])("%j is shown as %j", (typed, shown) => expect(grouped(typed)).toBe(shown));

  it.each([
    ["a digit typed at the end", "42425|", "4242 5|", false],
    ["a digit typed in the middle", "42425|242", "4242 5|242", false],
    ["a digit typed before a space", "4242|4242", "4242 |4242", false],
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

/** Types key by key at the caret, as the field does. */
function typed(keys: string, text = "", at = text.length): string {
  let [shown, caret] = [text, at];
  for (const key of keys) {
    const next = shown.slice(0, caret) + key + shown.slice(caret);
    const formatted = expiryShown(next);
    caret = caretAfter(next, caret + 1, formatted, false) ?? caret + 1;
    shown = formatted;
  }
  return `${shown.slice(0, caret)}|${shown.slice(caret)}`;
}

describe("an expiry date", () => {
  it.each([
    ["0829", "08", "29"],
    ["829", "08", "29"],
    ["229", "02", "29"],
    ["8/29", "08", "29"],
    ["08/29", "08", "29"],
    ["08 / 2029", "08", "29"],
    ["08 2029", "08", "29"],
    ["082029", "08", "29"],
    ["08-31", "08", "31"],
    ["12\u201328", "12", "28"],
    ["2029-08", "08", "29"],
    ["2029/8", "08", "29"],
    ["2029-12", "12", "29"],
    ["202908", "08", "29"],
    ["202012", "12", "20"],
    ["2029-08-31", "08", "29"],
    ["08|29", "08", "29"],
    ["Aug 2029", "08", "29"],
    ["august-29", "08", "29"],
    [" 3.2028 ", "03", "28"],
    ["13/28", "13", "28"],
  ])("%j is read, and however it is entered it is shown as on the card", (text, month, year) => {
    expect(expiryIn(text)).toEqual({ month, year });
    expect(expiryShown(text)).toBe(`${month}/${year}`);
    expect(typed(text.trim())).toBe(`${month}/${year}|`);
  });

  it.each([
    "",
    "12",
    "20",
    "2029",
    "2029-",
    "12/2",
    "129",
    "12/1929",
    "hello",
    "08/29/1",
    "Foo 2029",
    "202913",
  ])("%j is none, or none yet", (text) => expect(expiryIn(text)).toBeNull());

  it.each([
    ["0", "0|"],
    ["08", "08/|"],
    ["8", "08/|"],
    ["1", "1|"],
    ["12", "12/|"],
    ["1/", "01/|"],
    ["8/2", "08/2|"],
    ["08/202", "08/202|"],
    ["x", "x|"],
  ])("%j, on its way, is shown as %j", (keys, shown) => expect(typed(keys)).toBe(shown));

  it("is mended in the middle with the caret where it was", () => {
    expect(typed("7", "0/29", 1)).toBe("07|/29");
    expect(typed("8", "/29", 0)).toBe("08/|29");
  });

  it("lets its slash be deleted", () => {
    expect(expiryShown("08", true)).toBe("08");
    expect(expiryShown("0829", true)).toBe("0829");
  });
});
