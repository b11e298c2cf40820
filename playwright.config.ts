import { defineConfig } from "@playwright/test";
import { PARTS } from "./e2e/run/parts.mjs";

/** What a test may take, and what it may wait for: only what hangs takes as long, on any machine. */
const HANGS_MS = 1_800_000;
const WAITS_MS = 600_000;

/** Pages in a real browser: the parts that `npm test` and `npm run test:all` name, on a stack of their own. */
export default defineConfig({
  outputDir: "test-results",
  globalSetup: "./e2e/support/browser/global-setup.ts",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: HANGS_MS,
  expect: { timeout: WAITS_MS },
  reporter: "list",
  snapshotPathTemplate: "e2e/looks/pictures/{arg}{ext}",
  use: {
    locale: "en-AU",
    timezoneId: "Australia/Sydney",
    viewport: { width: 1280, height: 800 },
    screenshot: "only-on-failure",
    // The calls, the requests and the console. Pictures of each step cost a third of a run; `--trace=on` takes them.
    trace: { mode: "retain-on-failure", sources: false, screenshots: false, snapshots: false },
  },
  projects: PARTS.filter(({ runner }) => runner === "playwright").map(
    ({ name, paths: [testDir], workers = 2, measures = false }) => ({
      name,
      testDir,
      workers,
      // What is recorded takes time, and that would be measured too.
      ...(measures && { use: { screenshot: "off" as const, trace: "off" as const } }),
    }),
  ),
});
