import { defineConfig } from "@playwright/test";

/**
 * Pages in a real browser, on a stack of their own. `browser` is the quick part and belongs to `npm test`; `ui` is every
 * screen in every look, and `speed` measures alone; both belong to `npm run test:ui`.
 */
export default defineConfig({
  outputDir: "test-results",
  globalSetup: "./e2e/browser/support/global-setup.ts",
  fullyParallel: true,
  workers: 2,
  // A test that passes at the second try has failed.
  retries: 0,
  forbidOnly: true,
  timeout: 30_000,
  reporter: "list",
  snapshotPathTemplate: "e2e/ui/pictures/{arg}{ext}",
  use: {
    locale: "en-AU",
    timezoneId: "Australia/Sydney",
    viewport: { width: 1280, height: 800 },
    screenshot: "only-on-failure",
    trace: { mode: "retain-on-failure", sources: false },
  },
  projects: [
    { name: "browser", testDir: "e2e/browser" },
    // Each test looks at one screen many times over.
    { name: "ui", testDir: "e2e/ui", testIgnore: "speed/**", timeout: 300_000 },
    // What is recorded takes time, and that would be measured too.
    {
      name: "speed",
      testDir: "e2e/ui/speed",
      workers: 1,
      timeout: 180_000,
      use: { screenshot: "off", trace: "off" },
    },
  ],
});
