import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/lib/checkout.mjs";
import { readPlaywright, readVitest } from "./runner.mjs";

test("of Vitest's report each failed test is named, and a file or group that cannot be prepared has failed", () => {
  const at = { startTime: 1_000, endTime: 3_000 };
  const report = readVitest({
    testResults: [
      {
        ...at,
        name: join(root, "lib/a.test.ts"),
        status: "failed",
        assertionResults: [
          { title: "holds", status: "passed" },
          { title: "breaks", status: "failed" },
          { title: "waits", status: "pending" },
        ],
      },
      { ...at, name: join(root, "lib/broken.test.ts"), status: "failed", assertionResults: [] },
    ],
  });
  expect(report).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    files: ["lib/a.test.ts", "lib/broken.test.ts"].map((file) => ({ file, seconds: 2 })),
    failures: [{ file: "lib/a.test.ts", test: "breaks" }],
    skips: [{ file: "lib/a.test.ts", test: "waits" }],
  });
});

const told = (status: string, errors: object[] = []) => {
  const test = { status, results: [{ duration: 500 }, { duration: 1_500 }] };
  const suites = [{ specs: [], suites: [{ specs: [{ file: "a.spec.ts", title: "shows", tests: [test] }] }] }];
  return { suites, errors, config: { rootDir: join(root, "e2e") } };
};

test("of Playwright's report each test counts once with the time of all its tries", () => {
  expect(readPlaywright(told("expected"), false)).toEqual({
    passed: 1,
    failed: 0,
    skipped: 0,
    files: [{ file: "e2e/a.spec.ts", seconds: 2 }],
    failures: [],
    skips: [],
  });
  const skips = [{ file: "e2e/a.spec.ts", test: "shows" }];
  expect(readPlaywright(told("skipped"), false)).toMatchObject({ passed: 0, failed: 0, skipped: 1, skips });
  expect(readPlaywright(told("unexpected", [{}]), false)).toMatchObject({ passed: 0, failed: 2 });
});

test("a test that passes at its second try has failed, unless the clock was set meanwhile", () => {
  expect(readPlaywright(told("flaky"), false)).toMatchObject({
    failed: 1,
    failures: [{ file: "e2e/a.spec.ts", test: "shows" }],
  });
  expect(readPlaywright(told("flaky"), true)).toMatchObject({ passed: 1, failed: 0 });
});
