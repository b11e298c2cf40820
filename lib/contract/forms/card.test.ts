import { describe, expect, it } from "vitest";
import { TEST_CARDS } from "../../../packages/cards/test-cards";
import { type CardFields, cardForm } from "./card";

const NOW = new Date(2026, 10, 24);
const GOOD: CardFields = {
  name: "Amelia Nguyen",
  number: "4242 4242 4242 4242",
  expiry: "11/26",
  cvc: "123",
  terms: "on",
};

function errorsOf(changes: Partial<CardFields>, now = NOW): Record<string, string> {
  const fields = { ...GOOD, ...changes };
  const issues = cardForm(now, fields.number).safeParse(fields).error?.issues ?? [];
  const errors = Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
  expect(Object.keys(errors), "one message a field").toHaveLength(issues.length);
  return errors;
}

describe("the form of a card", () => {
  it.each(Object.entries(TEST_CARDS))("takes the test card %s", (_, card) => {
    expect(errorsOf({ number: card.number, cvc: card.scheme === "amex" ? "1234" : "123" })).toEqual({});
  });

  it("names every field that is empty, and the Terms that were not accepted", () => {
    const empty = { name: " ", number: " ", expiry: " ", cvc: "", terms: "" };
    expect(errorsOf(empty)).toEqual({
      name: "Enter the name on your card",
      number: "Enter your card number",
      expiry: "Enter the expiry date of your card",
      cvc: "Enter the security code of your card",
      terms: "Accept the Terms and Conditions to continue",
    });
  });

  it("takes a name of 100 characters, and says so of a longer one", () => {
    for (const letter of ["a", "😀"]) {
      expect(errorsOf({ name: letter.repeat(100) })).toEqual({});
      expect(errorsOf({ name: letter.repeat(101) })).toEqual({
        name: "Name on card must be 100 characters or fewer",
      });
    }
  });

  it.each(["4242424242424242", "4242-4242-4242-4242", " 4242\u00a04242–42424242 "])(
    "reads %j as the same number",
    (number) => {
      expect(cardForm(NOW, number).parse({ ...GOOD, number })).toMatchObject({
        number: "4242424242424242",
      });
    },
  );

  it.each([
    ["424242424242", "Card number is too short"],
    ["42424242424242424242", "Card number is too long"],
    ["4242424242424241", "Card number is not correct. Check it and try again."],
    ["4242 4242 4242 424x", "Card number must have digits only"],
  ])("says of the number %s what is wrong", (number, message) => {
    expect(errorsOf({ number })).toEqual({ number: message });
  });

  it.each(["11/26", "11/2026", "12 / 26", "1/27", "0127", "2027-01"])(
    "takes a card that is good until %s",
    (expiry) => expect(errorsOf({ expiry })).toEqual({}),
  );

  it.each([
    ["10/26", "Expiry date must be in the future"],
    ["12/25", "Expiry date must be in the future"],
    ["13/27", "Expiry month must be between 01 and 12"],
    ["00/27", "Expiry month must be between 01 and 12"],
    ["xi/27", "Expiry date must be a month and a year, like 08/29"],
    ["11", "Expiry date must be a month and a year, like 08/29"],
    ["11/1926", "Expiry date must be a month and a year, like 08/29"],
  ])("says of a card until %s what is wrong", (expiry, message) => {
    expect(errorsOf({ expiry })).toEqual({ expiry: message });
  });

  it("is good until the last moment of the month on the card, and not after it", () => {
    expect(errorsOf({}, new Date(2026, 10, 30, 23, 59, 59))).toEqual({});
    expect(errorsOf({}, new Date(2026, 11, 1))).toEqual({ expiry: "Expiry date must be in the future" });
  });

  it.each([
    ["12", 3],
    ["1234", 3],
    ["12x", 3],
  ])("takes %s for no security code of a Visa", (cvc, length) => {
    expect(errorsOf({ cvc })).toEqual({ cvc: `Security code must have ${length} digits` });
  });

  it.each(["123", "12345"])("takes %s for no security code of an American Express", (cvc) => {
    expect(errorsOf({ number: "3782 822463 10005", cvc })).toEqual({
      cvc: "Security code must have 4 digits",
    });
  });
});
