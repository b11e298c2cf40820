import { describe, expect, it } from "vitest";
import { shorten } from "./text";

describe("a text that is shortened", () => {
  it.each([
    ["abc", 3, "abc"],
    ["abcd", 3, "abc"],
    ["ab😀d", 3, "ab😀"],
    ["abc😀", 3, "abc"],
    ["😀😀😀😀", 3, "😀😀😀"],
    ["a😀😀😀😀", 3, "a😀😀"],
    ["", 3, ""],
  ])("%s to at most %i characters is %s", (text, max, short) => {
    expect(shorten(text, max)).toBe(short);
  });
});
