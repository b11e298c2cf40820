import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { bankOf } from "./bsb";

describe("the bank of a BSB", () => {
  it.each([
    ["062-000", "Commonwealth Bank"],
    ["013999", "ANZ"],
    [" 732 – 001 ", "Westpac"],
    ["082-902", "National Australia Bank"],
    ["182-182", "Macquarie Bank"],
    ["313-140", "Bank Australia"],
    ["325-185", "Beyond Bank"],
    ["633-000", "Bendigo Bank"],
    ["923-100", "ING"],
    ["802-985", "A customer-owned bank (through Cuscal)"],
  ])("%s is known by its first digits: %s", (bsb, name) => {
    expect(bankOf(bsb, false)).toBe(name);
  });

  it.each(["", "06200", "0620000", "06200a", "999-999", "999999", "320-000", "007-000"])(
    "%j is none's",
    (bsb) => {
      expect(bankOf(bsb, true)).toBeNull();
    },
  );

  it("000-000 is the test bank's, in the sandbox alone", () => {
    expect(bankOf("000-000", true)).toBe("Sandbox test bank");
    expect(bankOf("000-000", false)).toBeNull();
  });

  it("costs a page less than 3 KB", () => {
    expect(gzipSync(readFileSync(new URL("bsb-prefixes.json", import.meta.url))).length).toBeLessThan(3_000);
  });
});
