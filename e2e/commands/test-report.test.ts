import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const REPORTER = resolve("scripts/lib/tests/vitest-reporter.mjs");
const RUNNER = resolve("e2e/support/clock-runner.ts");

/** Tests with each kind of end; the second is about a clock that is set while it runs. */
const TESTS = `
import { beforeAll, describe, expect, test } from "vitest";
test("passes", () => {});
let tries = 0;
test("passes once nobody sets the clock", () => {
  const now = Date.now;
  if (++tries === 1) Date.now = () => now() + 3_600_000;
  expect(tries).toBe(2);
});
test("fails", () => expect({ cents: 5769 }).toEqual({ cents: 5768 }));
describe("a group", () => {
  beforeAll(() => { throw new Error("cannot be prepared"); });
  test("is not reached", () => {});
});
`;

/** Runs these files with the project's reporter, as the test commands do. */
async function report(files: Record<string, string>) {
  mkdirSync(".data", { recursive: true });
  const folder = mkdtempSync(resolve(".data/test-report-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const config = `export default { test: { include: ["*.test.ts"], isolate: false, runner: ${JSON.stringify(RUNNER)} } };`;
  for (const [name, text] of Object.entries({ ...files, "vitest.config.mjs": config }))
    writeFileSync(join(folder, name), text);
  const { NODE_OPTIONS: _, VITEST: __, NO_COLOR: ___, ...inherited } = process.env;
  const output = await new Promise<string>((done) => {
    const args = [
      resolve("node_modules/vitest/vitest.mjs"),
      "run",
      "--root",
      folder,
      `--reporter=${REPORTER}`,
    ];
    const env = { ...inherited, FORCE_COLOR: "1", TEST_REPORT_FILE: join(folder, "report.json") };
    execFile(process.execPath, args, { cwd: folder, env }, (_error, stdout, stderr) => done(stdout + stderr));
  });
  return { output, report: JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) };
}

it("a failure is told once, with what differs and where; a group that cannot be prepared is one", async () => {
  const { output, report: told } = await report({ "some.test.ts": TESTS });
  expect(told.counts).toMatchObject({ passed: 2, failed: 2 });
  expect(told.files).toHaveLength(1);
  expect(output.match(/^FAILED .*$/gm)).toEqual([
    expect.stringMatching(/some\.test\.ts › fails$/),
    expect.stringMatching(/some\.test\.ts › a group$/),
  ]);
  expect(output).toMatch(/- +"cents": 5768/);
  expect(output).toMatch(/at \S+some\.test\.ts:\d+:\d+/);
  expect(output).toContain("cannot be prepared");
  // Nothing in it is coloured.
  expect(output).not.toContain("\u001b[");
});

it("only a test in the middle of which the clock was set is tried again, and that is told", async () => {
  const { output } = await report({ "some.test.ts": TESTS });
  expect(output.match(/^Tried .*$/gm)).toEqual([
    expect.stringMatching(/^Tried 2 times: .*passes once nobody sets the clock$/),
  ]);
});

it("a file that cannot be loaded has failed", async () => {
  const { output, report: told } = await report({ "broken.test.ts": `import "./nowhere";` });
  expect(told.counts).toMatchObject({ passed: 0, failed: 1 });
  expect(output).toMatch(/FAILED .*broken\.test\.ts\n.*nowhere/);
});
