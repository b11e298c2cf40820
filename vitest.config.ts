import { defineConfig } from "vitest/config";
import { PARTS } from "./e2e/run/parts.mjs";
import LongestFirst from "./e2e/support/longest-first.mjs";

/** What a test may take, and what it may wait for: only what hangs takes as long, on any machine. */
const HANGS_MS = 1_800_000;
const WAITS_MS = 600_000;

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    allowOnly: false,
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    teardownTimeout: WAITS_MS,
    expect: { poll: { timeout: WAITS_MS } },
    // Loading the code takes longer than most files' tests: each worker does it once.
    isolate: false,
    runner: "e2e/support/clock-runner.ts",
    sequence: { sequencer: LongestFirst },
    unstubEnvs: true,
    unstubGlobals: true,
    projects: PARTS.filter(({ runner }) => runner === "vitest").map(
      ({ name, paths, entryPoints, everyCase = false, workers = 2 }) => ({
        extends: true as const,
        test: {
          name,
          include: paths.map((path) => (path.endsWith(".ts") ? path : `${path}/**/*.test.{ts,tsx,mjs}`)),
          maxWorkers: workers,
          ...(entryPoints && {
            globalSetup: "e2e/support/global-setup.ts",
            env: { TEST_ENTRY_POINTS: entryPoints.join(","), ...(everyCase && { TEST_EVERY_CASE: "1" }) },
          }),
        },
      }),
    ),
  },
});
