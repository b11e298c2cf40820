import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { root } from "../checkout.mjs";
import { readArguments } from "./arguments.mjs";
import { ALONE, closingText, failureText, measuredLines } from "./tell.mjs";

test("a failure is told without colour, from the top of the checkout, with the command that runs it alone", () => {
  vi.stubEnv(ALONE, "npm run test:all -- kills");
  const told = failureText({
    file: "e2e/kills/create.test.ts",
    titles: ["kill -9 in create", "before the claim"],
    texts: [
      `\u001b[31mAssertionError: expected 1\u001b[39m\nat ${join(root, "e2e/kills/create.test.ts")}:3:1`,
    ],
  });
  expect(told.trim().split("\n")).toEqual([
    "FAILED  e2e/kills/create.test.ts › kill -9 in create › before the claim",
    "    AssertionError: expected 1",
    "    at e2e/kills/create.test.ts:3:1",
    '    Alone: npm run test:all -- kills e2e/kills/create.test.ts -t "before the claim"',
  ]);
});

test("a title that a shell would read is quoted so that it does not", () => {
  const told = failureText({ file: "a.test.ts", titles: [`it's $5 "now"`], texts: [] });
  expect(told).toContain(`-t 'it'\\''s $5 "now"'`);
});

test("a run ends with its ten slowest files, the slowest first, and its processor time", () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ file: `${index}.test.ts`, seconds: index }));
  const lines = closingText(files, 90).trim().split("\n");
  expect(lines.slice(0, 2)).toEqual(["The slowest files:", "   11.0 s  11.test.ts"]);
  expect(lines).toHaveLength(13);
  expect(lines.at(-1)).toBe("Processor time: 90 s (1.5 minutes), pages in browsers aside");
});

test("the words of a command line are parts of paths, and -t the words of a title", () => {
  expect(readArguments(["lib/domain", "-t", "adds up"])).toEqual({ words: ["lib/domain"], grep: "adds up" });
  expect(() => readArguments(["--watch"])).toThrow(/'--watch'/);
});

test("of what a test prints, only that it measured again is told", () => {
  const line = "Measured again (2 of 8): deliveries a second: 41\n";
  expect(measuredLines(`500 deliveries\n${line}Not Measured again\n${line}`)).toBe(line + line);
  expect(measuredLines("500 deliveries\n")).toBe("");
});
