import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { money, text } from "./fields";

/** Code and expectation of what is wrong with a value; null where nothing is. */
function fault(schema: z.ZodType, value: unknown) {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  return issue?.code === "custom" ? [issue.params?.code, issue.params?.expected] : (issue?.code ?? null);
}

describe("text", () => {
  it.each(["", " ", "\u00a0", "\u200b", "\u200b \u2060\ufeff", "\u00ad", "\u202e", "\u3164", "\ufe0f"])(
    "%j has nothing to see and counts as empty",
    (value) => {
      expect(fault(text(100), value)).toEqual(["required", "1 to 100 characters"]);
    },
  );

  it.each(["A", "नि\u200dर", "👩\u200d🎓", "Aᅟb", "."])("%j has something to see", (value) => {
    expect(text(100).parse(value)).toBe(value);
  });
});

describe("money", () => {
  it.each([
    [0.001, "0"],
    [0.006, "0.01"],
    [1500.001, "1500"],
  ])("%s is finer than a cent, and told what it comes to", (amount, expected) => {
    for (const least of [0, 1] as const)
      expect(fault(money(least, 1), amount)).toEqual(["too_many_decimals", expected]);
  });

  it("cents that were taken for dollars are told how dollars are written", () => {
    const [issue] = money(1, 1).safeParse(150_000).error!.issues;
    expect(issue!.message).toBe("must be at most 100000. Send dollars, not cents: $1,500.00 is 1500");
    expect(fault(money(1, 1), 150_000)).toEqual(["too_large", "<= 100000"]);
  });

  it.each([0, -0, -0.001, -1, 1e-9, -1e-9])("%s is not greater than zero", (amount) => {
    expect(fault(money(1, 1), amount)).toEqual(["must_be_greater_than_zero", "> 0"]);
  });
});
