/** Vitest's results as every part tells them. */
import { writeFileSync } from "node:fs";
import { noCounts } from "./counts.mjs";
import { failureText, fromTop, measuredLines, REPORT_FILE } from "./tell.mjs";

/** @typedef {{ name?: string, message?: string, diff?: string, stack?: string, stacks?: { file: string, line: number, column: number }[], cause?: any }} Fault */

/** @implements {import("vitest/reporters").Reporter} */
export default class TestReporter {
  /** @type {import("./tell.mjs").Report} */
  report = { counts: noCounts(), files: [] };

  /** @param {import("vitest/node").TestCase} test */
  onTestCaseResult(test) {
    const { state, errors } = test.result();
    const tries = (test.diagnostic()?.retryCount ?? 0) + 1;
    if (tries > 1)
      process.stdout.write(
        `Tried ${tries} times: ${[fromTop(test.module.moduleId), ...titlesOf(test)].join(" › ")}\n`,
      );
    if (state === "passed") this.report.counts.passed += 1;
    else if (state === "skipped") this.report.counts.skipped += 1;
    else this.#fail(fromTop(test.module.moduleId), titlesOf(test), errors ?? []);
  }

  /** @param {{ content: string }} log what a test prints */
  onUserConsoleLog({ content }) {
    process.stdout.write(measuredLines(content));
  }

  /** @param {import("vitest/node").TestSuite} suite */
  onTestSuiteResult(suite) {
    const errors = suite.errors();
    if (errors.length > 0) this.#fail(fromTop(suite.module.moduleId), titlesOf(suite), errors);
  }

  /** @param {import("vitest/node").TestModule} module */
  onTestModuleEnd(module) {
    const file = fromTop(module.moduleId);
    const { collectDuration, duration } = module.diagnostic();
    this.report.files.push({ file, seconds: (collectDuration + duration) / 1000 });
    const errors = module.errors();
    if (errors.length > 0) this.#fail(file, [], errors);
  }

  /**
   * @param {ReadonlyArray<import("vitest/node").TestModule>} _
   * @param {ReadonlyArray<Fault>} errors outside of any test
   */
  onTestRunEnd(_, errors) {
    for (const error of errors) this.#fail("(outside of any test)", [], [error]);
    const file = process.env[REPORT_FILE];
    if (file) writeFileSync(file, JSON.stringify(this.report));
  }

  /**
   * @param {string} file
   * @param {string[]} titles
   * @param {ReadonlyArray<Fault>} errors
   */
  #fail(file, titles, errors) {
    this.report.counts.failed += 1;
    process.stdout.write(`${failureText({ file, titles, texts: errors.map(textOf) })}\n`);
  }
}

/** @param {import("vitest/node").TestCase | import("vitest/node").TestSuite} test */
function titlesOf(test) {
  const titles = [];
  for (let at = test; at.type !== "module"; at = /** @type {typeof test} */ (at.parent))
    titles.unshift(at.name);
  return titles;
}

/**
 * @param {Fault} error
 * @returns {string}
 */
function textOf({ name = "Error", message = "", diff, stack, stacks, cause }) {
  const places = (stacks ?? [])
    .filter(({ file }) => !file.includes("node_modules"))
    .map(({ file, line, column }) => `at ${fromTop(file)}:${line}:${column}`);
  const where = places.length > 0 ? places.join("\n") : (stack ?? "");
  const why = cause ? `Caused by ${textOf(cause)}` : "";
  return [`${name}: ${message}`, diff ?? "", where, why].filter(Boolean).join("\n");
}
