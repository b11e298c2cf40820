/** Playwright's results as every part tells them. */
import { writeFileSync } from "node:fs";
import { watchClock } from "./clock.mjs";
import { noCounts } from "./counts.mjs";
import { failureText, fromTop, measuredLines, REPORT_FILE } from "./tell.mjs";

/** @implements {import("@playwright/test/reporter").Reporter} */
export default class TestReporter {
  /** @type {import("./tell.mjs").Report["counts"]} */
  #counts = noCounts();
  /** @type {Map<string, number>} milliseconds of each file's tests, added up */
  #files = new Map();

  /** @type {Map<string, () => boolean>} whether the clock was set since a test began */
  #clocks = new Map();
  /** @type {Set<string>} tests that have failed for good, though Playwright tries them again */
  #failed = new Set();

  printsToStdio() {
    return true;
  }

  /** @param {import("@playwright/test/reporter").TestCase} test */
  onTestBegin(test) {
    this.#clocks.set(test.id, watchClock());
  }

  /**
   * @param {import("@playwright/test/reporter").TestCase} test
   * @param {import("@playwright/test/reporter").TestResult} result
   */
  onTestEnd(test, result) {
    const file = fromTop(test.location.file);
    this.#files.set(file, (this.#files.get(file) ?? 0) + result.duration);
    // The first two are the project and the file.
    const titles = test.titlePath().slice(3);
    if (this.#failed.has(test.id)) return;
    if (result.status === "skipped") this.#counts.skipped += 1;
    else if (result.status === test.expectedStatus) this.#counts.passed += 1;
    else {
      // Every test may be tried once more (scripts/lib/tests/playwright.mjs), but for this reason alone.
      if (result.retry < test.retries && this.#clocks.get(test.id)?.())
        return void process.stdout.write(
          `Tried again, because the clock was set meanwhile: ${[file, ...titles].join(" › ")}\n`,
        );
      this.#failed.add(test.id);
      this.#fail(file, titles, textsOf(result));
    }
  }

  /** @param {string | Buffer} chunk what a test prints */
  onStdErr(chunk) {
    process.stdout.write(measuredLines(String(chunk)));
  }

  /** @param {import("@playwright/test/reporter").TestError} error outside of any test */
  onError(error) {
    this.#fail("(outside of any test)", [], [error.stack ?? error.message ?? String(error.value)]);
  }

  onEnd() {
    const files = [...this.#files].map(([file, milliseconds]) => ({ file, seconds: milliseconds / 1000 }));
    const report = process.env[REPORT_FILE];
    if (report) writeFileSync(report, JSON.stringify({ counts: this.#counts, files }));
  }

  /**
   * @param {string} file
   * @param {string[]} titles
   * @param {string[]} texts
   */
  #fail(file, titles, texts) {
    this.#counts.failed += 1;
    process.stdout.write(`${failureText({ file, titles, texts })}\n`);
  }
}

/** @param {import("@playwright/test/reporter").TestResult} result */
function textsOf({ status, errors, attachments }) {
  const told = errors.map(({ message, stack, value, snippet }) =>
    [message ?? stack ?? value ?? "", snippet ?? "", placeIn(stack ?? "")].filter(Boolean).join("\n"),
  );
  const kept = attachments.flatMap(({ name, path }) => (path ? [`${name}: ${fromTop(path)}`] : []));
  return [...(told.length > 0 ? told : [status]), ...kept];
}

/** @param {string} stack */
const placeIn = (stack) =>
  stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line) && !line.includes("node_modules"))
    .map((line) => line.trim())
    .join("\n");
