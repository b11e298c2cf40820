/** Everything that must hold: checks, unit tests, the API as a client calls it, and the pages in a real browser. */
import { ensureBuilt } from "./lib/build.mjs";
import { add, countStep, noCounts, summary } from "./lib/counts.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { createLog } from "./lib/log.mjs";
import { runBrowserTests } from "./lib/playwright.mjs";
import { describe } from "./lib/problem.mjs";
import { endOnSignals } from "./lib/run.mjs";
import { verify } from "./lib/verify.mjs";
import { runProject } from "./lib/vitest.mjs";

const log = createLog();
const filters = process.argv.slice(2);
const counts = noCounts();
endOnSignals();
try {
  await ensureInstalled({ log });
  add(counts, await verify(log));
  const tests = noCounts();
  log.line("\nUnit tests");
  add(tests, await runProject("unit", { filters }));
  const isBuilt = await countStep(counts, log, "Test build", () =>
    ensureBuilt({ distDir: ".next-test", env: { TEST_BUILD: "1" } }),
  );
  if (isBuilt) {
    log.line("\nHTTP tests");
    add(tests, await runProject("http", { filters, env: { TEST_BUILD: "1" } }));
    log.line("\nBrowser tests");
    add(tests, await runBrowserTests("browser", { filters }));
  }
  if (tests.passed + tests.failed === 0) {
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
