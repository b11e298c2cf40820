import { defineConfig } from "@playwright/test";

/** The third project of `npm test`: pages in a real browser, on a stack of its own. */
export default defineConfig({
  testDir: "e2e/browser",
  outputDir: "test-results",
  globalSetup: "./e2e/browser/support/global-setup.ts",
  fullyParallel: true,
  workers: 2,
  // A test that passes at the second try has failed.
  retries: 0,
  forbidOnly: true,
  timeout: 30_000,
  reporter: "list",
  use: {
    locale: "en-AU",
    timezoneId: "Australia/Sydney",
    viewport: { width: 1280, height: 800 },
    screenshot: "only-on-failure",
    trace: { mode: "retain-on-failure", sources: false },
  },
});
