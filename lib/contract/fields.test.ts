import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { money } from "./fields";

/** Code and expectation of what is wrong with a value; null where nothing is. */
function fault(schema: z.ZodType, value: unknown) {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  return issue?.code === "custom" ? [issue.params?.code, issue.params?.expected] : (issue?.code ?? null);
}

describe("money", () => {
  it.each([
    [0.001, "0"],
    [0.006, "0.01"],
    [1500.001, "1500"],
  ])("%s is finer than a cent, and told what it comes to", (amount, expected) => {
    for (const least of [0, 1] as const)
      expect(fault(money(least, 1), amount)).toEqual(["too_many_decimals", expected]);
  });

  it.each([0, -0, -0.001, -1, 1e-9, -1e-9])("%s is not greater than zero", (amount) => {
    expect(fault(money(1, 1), amount)).toEqual(["must_be_greater_than_zero", "> 0"]);
  });
});
