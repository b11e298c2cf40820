/** Everything that must hold: checks, unit tests, the API as a client calls it, and the pages in a real browser. */
import { add } from "./lib/counts.mjs";
import { runBrowserTests } from "./lib/playwright.mjs";
import { testRun } from "./lib/test-run.mjs";
import { verify } from "./lib/verify.mjs";
import { runProject } from "./lib/vitest.mjs";

await testRun(async ({ filters, counts, tests, log, build }) => {
  add(counts, await verify(log));
  log.line("\nUnit tests");
  add(tests, await runProject("unit", { filters }));
  if (!(await build())) return;
  log.line("\nHTTP tests");
  add(tests, await runProject("http", { filters, env: { TEST_BUILD: "1" } }));
  log.line("\nBrowser tests");
  add(tests, await runBrowserTests("browser", { filters }));
});
