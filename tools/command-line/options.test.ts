import { expect, it } from "vitest";
import { readOptions } from "./options";

const read = (...argv: string[]) => readOptions("keys -- issue", { label: { value: "TEXT" } }, argv, {});

it("a card number is taken behind no option, and is not written again", () => {
  expect(read("--label", "Portal 2026-11-22")).toEqual({ label: "Portal 2026-11-22" });
  for (const argv of [
    ["--label", "4242.4242.4242.4242"],
    ["--label=４２４２４２４２４２４２４２４２"],
    ["4242424242424242"],
  ]) {
    expect(() => read(...argv)).toThrow();
    expect(() => read(...argv)).not.toThrow(/4242|４２４２/);
  }
});
