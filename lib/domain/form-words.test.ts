import { expect, it } from "vitest";
import { refusalOfForms, secondsIn, tooManyForms } from "./form-words";

it.each([
  [1, "Wait 1 second and try again."],
  [7, "Wait 7 seconds and try again."],
])("a form that was refused for %s s is told so", (seconds, told) => {
  expect(secondsIn(refusalOfForms(seconds))).toBe(seconds);
  expect(tooManyForms("Nothing was saved.", seconds)).toBe(
    `Too many forms were sent from your network. Nothing was saved. ${told}`,
  );
});

it.each([secondsIn("Too many forms\n"), Number("Mon, 23 Nov 2026 05:47:28 GMT")])(
  "where nobody said how long, a minute is",
  (seconds) => expect(tooManyForms("Nothing was saved.", seconds)).toMatch(/Wait a minute and try again\.$/),
);
