import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { Problem } from "../../server/program/problem.mjs";
import { logoFrom, termsFrom } from "./files";

const folder = mkdtempSync(join(tmpdir(), "provider-checkout-files-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: Uint8Array | string) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

describe("a file behind an option", () => {
  it("is a text of paragraphs, with the line ends of one kind", () => {
    expect(termsFrom("terms", file("terms", "\ufeffOne.\r\n\r\n\tTwo – “quoted”.\r\n"))).toBe(
      "One.\n\n\tTwo – “quoted”.",
    );
  });

  it("is refused with the option and the reason where it is no text", () => {
    for (const [content, reason] of [
      [Uint8Array.from([0x89, 0xff]), "not UTF-8 text"],
      [" \n\n", "it is empty"],
      ["a\u0000b", "control characters"],
      ["x".repeat(200_001), "longer than 200000"],
    ] as const)
      expect(() => termsFrom("terms", file("other", content))).toThrow(
        expect.objectContaining({
          name: new Problem("").name,
          message: expect.stringMatching(new RegExp(`^--terms ".*": .*${reason}`)),
        }),
      );
  });

  it("is refused where there is none, where it is a folder, and where it is no picture", () => {
    for (const path of [join(folder, "none"), folder])
      expect(() => logoFrom("logo", path)).toThrow(/^--logo ".*": there is no such file\.$/);
    expect(() => logoFrom("logo", file("logo.png", "<svg/>"))).toThrow(/SVG can carry scripts/);
    expect(() => logoFrom("logo", file("large", new Uint8Array(300_000)))).toThrow(
      /it has 293 KB. The limit is 200 KB/,
    );
    expect(() => logoFrom("logo", file("photo", new Uint8Array(6_000_000)))).toThrow(
      /it has 5860 KB. The limit is 200 KB: save it smaller/,
    );
  });
});
