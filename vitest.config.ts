import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["{lib,scripts,drizzle}/**/*.test.{ts,tsx,mjs}"] },
      },
      {
        extends: true,
        test: {
          name: "http",
          include: ["e2e/**/*.test.ts"],
          globalSetup: "e2e/support/global-setup.ts",
          testTimeout: 30_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
