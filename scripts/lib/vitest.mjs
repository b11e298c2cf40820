/** Runs one of Vitest's projects and reads what it counted. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readJson, root } from "./checkout.mjs";
import { run } from "./run.mjs";

/**
 * @param {string} project
 * @param {{ filters?: string[], env?: Record<string, string> }} [options]
 * @returns {Promise<import("./counts.mjs").Counts>} a run that died, or failed outside of any test, counts as one
 *   failure
 */
export async function runProject(project, { filters = [], env = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "provider-checkout-test-"));
  try {
    const report = join(folder, "report.json");
    const { NODE_ENV: _, ...inherited } = process.env;
    const { code } = await run(
      process.execPath,
      [
        join(root, "node_modules", "vitest", "vitest.mjs"),
        "run",
        ...["--project", project],
        ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
        "--passWithNoTests",
        ...filters,
      ],
      { show: true, env: { ...inherited, NEXT_TELEMETRY_DISABLED: "1", ...env } },
    );
    return countsOf(code, readReport(report));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} file */
function readReport(file) {
  try {
    return readJson(file);
  } catch {
    return undefined;
  }
}

/**
 * @typedef {object} Report as Vitest's JSON reporter writes it
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ status: string, assertionResults: { status: string }[] }[]} testResults one a file
 *
 * @param {number} code Vitest's exit code
 * @param {Report | undefined} report
 * @returns {import("./counts.mjs").Counts}
 */
export function countsOf(code, report) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  // A file that could not be loaded has failed without a failed test in it.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  const failed = report.numFailedTests + brokenFiles.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
