import { expect, test } from "vitest";
import { countsOf } from "./vitest.mjs";

const report = { numPassedTests: 2, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] };
const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
});

test("a run adds up to what its report says", () => {
  expect(countsOf(0, report)).toEqual({ passed: 2, failed: 0, skipped: 2 });
  const failed = { ...report, numFailedTests: 1, testResults: [file("failed", "passed", "failed")] };
  expect(countsOf(1, failed)).toMatchObject({ failed: 1 });
});

test("a run that died without a report has failed", () => {
  expect(countsOf(128, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test("a file that cannot be loaded has failed, though no test in it did", () => {
  const broken = { ...report, testResults: [file("failed"), file("passed", "passed")] };
  expect(countsOf(1, broken)).toMatchObject({ passed: 2, failed: 1 });
});

test("a run that fails outside of every test has failed", () => {
  expect(countsOf(1, report)).toMatchObject({ failed: 1 });
});
