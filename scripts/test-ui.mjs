/** The pages in full: what `npm test` runs in a browser, then every screen in every look, then how quick they are. */
import { ensureBuilt } from "./lib/build.mjs";
import { add, countStep, noCounts, summary } from "./lib/counts.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { createLog } from "./lib/log.mjs";
import { runBrowserTests } from "./lib/playwright.mjs";
import { describe } from "./lib/problem.mjs";
import { endOnSignals } from "./lib/run.mjs";

const PARTS = /** @type {const} */ ([
  ["browser", "Flows and behaviour"],
  ["ui", "Every screen in every look"],
  ["speed", "Speed, one page at a time"],
]);

const log = createLog();
const filters = process.argv.slice(2);
const counts = noCounts();
endOnSignals();
try {
  await ensureInstalled({ log });
  const isBuilt = await countStep(counts, log, "Test build", () =>
    ensureBuilt({ distDir: ".next-test", env: { TEST_BUILD: "1" } }),
  );
  const tests = noCounts();
  for (const [project, name] of isBuilt ? PARTS : []) {
    log.line(`\n${name}`);
    add(tests, await runBrowserTests(project, { filters }));
  }
  if (isBuilt && tests.passed + tests.failed === 0) {
    log.line("\nNo test ran.");
    tests.failed += 1;
  }
  add(counts, tests);
} catch (error) {
  log.line(describe(error));
  counts.failed += 1;
}
log.line(`\n${summary(counts)}`);
process.exitCode = counts.failed > 0 ? 1 : 0;
