/** Runs the browser tests and reads what they counted. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readJson, root } from "./checkout.mjs";
import { noCounts } from "./counts.mjs";
import { run } from "./run.mjs";

/** Where the specs of each of Playwright's projects are. */
const FOLDERS = { browser: "e2e/browser", ui: "e2e/ui", speed: "e2e/ui/speed" };

/**
 * @param {keyof typeof FOLDERS} project
 * @param {{ filters?: string[] }} [options] parts of paths, as Vitest takes them; without a spec that has one, nothing
 *   is started
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
export async function runBrowserTests(project, { filters = [] } = {}) {
  const specs = specsFor(filters, specsOf(project));
  if (specs.length === 0) return noCounts();
  const folder = mkdtempSync(join(tmpdir(), "provider-checkout-test-"));
  try {
    const report = join(folder, "report.json");
    const { NODE_ENV: _, ...inherited } = process.env;
    const { code } = await run(
      process.execPath,
      [
        join(root, "node_modules", "@playwright", "test", "cli.js"),
        "test",
        "--reporter=list,json",
        `--project=${project}`,
        // Playwright reads them as patterns.
        ...specs.map((spec) => `${join(root, spec).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`),
      ],
      {
        show: true,
        env: { ...inherited, NEXT_TELEMETRY_DISABLED: "1", PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      },
    );
    return countsOf(code, readReport(report));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {keyof typeof FOLDERS} project */
export function specsOf(project) {
  const folder = FOLDERS[project];
  const others = Object.values(FOLDERS).filter((other) => other.startsWith(`${folder}/`));
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".spec.ts"))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((spec) => !others.some((other) => spec.startsWith(`${other}/`)));
}

/**
 * @param {string[]} filters with Vitest's own options among them, which choose no file
 * @param {string[]} specs
 */
export function specsFor(filters, specs) {
  if (filters.length === 0) return specs;
  const parts = filters.filter((filter) => !filter.startsWith("-")).map((part) => part.replace(/^\.\//, ""));
  return specs.filter((spec) => parts.some((part) => spec.includes(part)));
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
 * @typedef {object} Report as Playwright's JSON reporter writes it
 * @property {{ expected: number, unexpected: number, flaky: number, skipped: number }} stats
 * @property {unknown[]} errors outside of any test
 *
 * @param {number} code Playwright's exit code
 * @param {Report | undefined} report
 * @returns {import("./counts.mjs").Counts} a run that died, or failed outside of any test, counts as one failure
 */
export function countsOf(code, report) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky + report.errors.length;
  return { passed: expected, failed: failed === 0 && code !== 0 ? 1 : failed, skipped };
}
