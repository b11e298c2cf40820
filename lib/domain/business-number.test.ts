import { expect, it } from "vitest";
import { groupsOf } from "./business-number";

it.each([
  ["12345678901", "12 345 678 901"],
  ["12 345 678 901", "12 345 678 901"],
  ["123 45678 901", "12 345 678 901"],
])("%s is printed as %s", (stored, printed) => {
  expect(groupsOf(stored)).toBe(printed);
});
