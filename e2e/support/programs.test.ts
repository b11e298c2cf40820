import { expect, test } from "vitest";
import { findProgram } from "./programs";

test("a program that the machine lacks is named with its remedy", () => {
  expect(findProgram("no-such-program", "no-such-package")).toEqual({
    path: null,
    remedy: "needs no-such-program: apt-get install no-such-package",
  });
  expect(findProgram("sh", "dash").path).toMatch(/\/sh$/);
});
