/** The pages in full: what `npm test` runs in a browser, then every screen in every look, then how quick they are. */
import { add } from "./lib/counts.mjs";
import { runBrowserTests } from "./lib/playwright.mjs";
import { testRun } from "./lib/test-run.mjs";

const PARTS = /** @type {const} */ ([
  ["browser", "Flows and behaviour"],
  ["ui", "Every screen in every look"],
  ["speed", "Speed, one page at a time"],
]);

await testRun(async ({ filters, tests, log, build }) => {
  if (!(await build())) return;
  for (const [project, name] of PARTS) {
    log.line(`\n${name}`);
    add(tests, await runBrowserTests(project, { filters }));
  }
});
