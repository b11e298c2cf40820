import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import promises from "./texts/promises.json" with { type: "json" };
import { AGREEMENT_SECTIONS, SERVICE_AGREEMENT } from "./wording";

/** Whom a sentence binds that no program can keep; `information` promises nothing. */
const KEPT_BY = ["provider", "student", "bank", "law", "information"];

const sentences = [...AGREEMENT_SECTIONS, ...SERVICE_AGREEMENT].flatMap(({ paragraphs }) =>
  paragraphs.flatMap((text) => text.split(/(?<=\.) /)),
);

const kept = promises.filter(({ rule }) => rule !== undefined);

function found(place: string): boolean {
  const [file = "", name = ""] = place.split(/: (.*)/s);
  return name !== "" && readFileSync(file, "utf8").includes(name);
}

describe("the wording that a student signs", () => {
  it("has for each sentence the rule that keeps it, or whose promise it is", () => {
    expect(promises.map(({ text }) => text)).toEqual(sentences);
    for (const { text, rule, kept_by } of promises)
      expect(rule !== undefined || KEPT_BY.includes(kept_by ?? ""), text).toBe(true);
  });

  it.each(kept)("names the rule and the tests of: $text", ({ rule = "", tests = [] }) => {
    expect(found(rule), rule).toBe(true);
    expect(tests).not.toEqual([]);
    for (const test of tests) expect(found(test), test).toBe(true);
  });
});
