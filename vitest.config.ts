import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    projects: [
      { extends: true, test: { name: "unit", include: ["{lib,scripts,public,drizzle}/**/*.test.{ts,tsx}"] } },
    ],
  },
});
