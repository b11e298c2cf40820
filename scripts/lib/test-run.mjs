/** What `npm test` and `npm run test:ui` have in common: from the install to the last line. */
import { ensureBuilt } from "./build.mjs";
import { add, countStep, noCounts, summary } from "./counts.mjs";
import { ensureInstalled } from "./install.mjs";
import { createLog } from "./log.mjs";
import { describe } from "./problem.mjs";
import { endOnSignals } from "./run.mjs";

/**
 * @typedef {object} TestRun
 * @property {string[]} filters parts of paths, as they were given
 * @property {import("./counts.mjs").Counts} counts of the steps beside the tests
 * @property {import("./counts.mjs").Counts} tests
 * @property {ReturnType<typeof createLog>} log
 * @property {() => Promise<boolean>} build makes the test build; whether it did
 */

/**
 * Installs what is missing, runs the parts and ends with a line of counts. A run without any test has failed.
 *
 * @param {(run: TestRun) => Promise<void>} parts
 */
export async function testRun(parts) {
  const log = createLog();
  const counts = noCounts();
  const tests = noCounts();
  endOnSignals();
  try {
    await ensureInstalled({ log });
    const build = () =>
      countStep(counts, log, "Test build", () =>
        ensureBuilt({ distDir: ".next-test", env: { TEST_BUILD: "1" } }),
      );
    await parts({ filters: process.argv.slice(2), counts, tests, log, build });
    if (tests.passed + tests.failed === 0) {
      log.line("\nNo test ran.");
      tests.failed += 1;
    }
  } catch (error) {
    log.line(describe(error));
    counts.failed += 1;
  }
  add(counts, tests);
  log.line(`\n${summary(counts)}`);
  process.exitCode = counts.failed > 0 ? 1 : 0;
}
