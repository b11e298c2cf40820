import { expect, test } from "vitest";
import { countsOf, specsFor, specsOf } from "./playwright.mjs";

const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 1 };
const specs = ["e2e/browser/pay-now.spec.ts", "e2e/browser/plan.spec.ts"];

test("a run adds up to what its report says", () => {
  expect(countsOf(0, { stats, errors: [] })).toEqual({ passed: 3, failed: 0, skipped: 1 });
  expect(countsOf(1, { stats: { ...stats, unexpected: 2 }, errors: [] })).toMatchObject({ failed: 2 });
});

test("a run that died, or failed outside of every test, has failed", () => {
  expect(countsOf(128, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(countsOf(1, { stats, errors: [] })).toMatchObject({ failed: 1 });
  expect(countsOf(1, { stats, errors: ["a spec that cannot be loaded"] })).toMatchObject({ failed: 1 });
});

test("a filter chooses the specs whose path holds it, and all without one", () => {
  expect(specsFor([], specs)).toEqual(specs);
  expect(specsFor(["e2e"], specs)).toEqual(specs);
  expect(specsFor(["./e2e/browser/plan"], specs)).toEqual([specs[1]]);
  expect(specsFor(["lib/domain"], specs)).toEqual([]);
});

test("an option for Vitest chooses no spec", () => {
  expect(specsFor(["-t", "some words"], specs)).toEqual([]);
});

test("each spec belongs to one part: quick, every look, or measured alone", () => {
  const [browser, ui, speed] = [specsOf("browser"), specsOf("ui"), specsOf("speed")];
  for (const part of [browser, ui, speed]) expect(part.length).toBeGreaterThan(0);
  expect(new Set([...browser, ...ui, ...speed]).size).toBe(browser.length + ui.length + speed.length);
  expect(speed.every((spec) => spec.startsWith("e2e/ui/speed/"))).toBe(true);
});
