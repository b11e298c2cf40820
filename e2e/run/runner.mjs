/** One part's tests by their runner, and what its report says in the words that all parts share. */
import { join, relative } from "node:path";
import { readJson, root } from "../../server/program/checkout.mjs";
import { runNode } from "../../tools/shared/run.mjs";
import { watchClock } from "./clock.mjs";

/**
 * @typedef {object} Report
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {{ file: string, seconds: number }[]} files
 * @property {{ file: string, test: string }[]} failures
 * @property {{ file: string, test: string }[]} skips a title says why
 */

/** @param {string} file */
const fromTop = (file) => relative(root, file).replaceAll("\\", "/");

/**
 * A pattern that finds just this text.
 *
 * @param {string} text
 */
const literal = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/**
 * @param {import("./parts.mjs").Part} part
 * @param {{ files: string[], grep?: string, env: Record<string, string>, folder: string }} choice `files`: all of the part's
 *   when there are none; `grep`: words of a title; `folder`: for the runner's report
 * @returns {Promise<Report & { output: string, rows: string[] }>} `output`: what it said of failures. A run that died counts
 *   as one. `rows`: of the tables that its tests told
 */
export async function runTests({ name, runner }, { files, grep, env, folder }) {
  const { command, read } = runner === "playwright" ? PLAYWRIGHT : VITEST;
  const file = join(folder, "report.json");
  const wasSet = watchClock();
  const { code, output } = await runNode(command({ name, file, grep, files }), {
    ...{ NODE_ENV: undefined, FORCE_COLOR: undefined, NO_COLOR: "1", PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    ...env,
  });
  const told = readJson(file);
  const report = told ? read(told, wasSet()) : NOTHING;
  const rows = [...new Set(output.match(/^\| .* \|$/gm) ?? [])];
  if (code !== 0 && report.failed === 0) return { ...report, failed: 1, output, rows };
  return {
    ...report,
    rows,
    output: report.failed > 0 ? output : (output.match(/^Measured again .*$/gm)?.join("\n") ?? ""),
  };
}

/** @type {Report} */
const NOTHING = { passed: 0, failed: 0, skipped: 0, files: [], failures: [], skips: [] };

/**
 * @typedef {object} Runner
 * @property {(asked: { name: string, file: string, grep?: string, files: string[] }) => string[]} command `file`: where the
 *   report goes
 * @property {(told: any, clockWasSet: boolean) => Report} read
 */

/** @type {Runner} */
const VITEST = {
  command: ({ name, file, grep, files }) => [
    ...[join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", name],
    ...["--reporter=dot", "--reporter=json", `--outputFile.json=${file}`],
    ...(grep === undefined ? [] : ["-t", literal(grep), "--passWithNoTests"]),
    ...files,
  ],
  read: readVitest,
};

/** @type {Runner} */
const PLAYWRIGHT = {
  command: ({ name, grep, files }) => [
    ...[
      join(root, "node_modules/@playwright/test/cli.js"),
      "test",
      `--project=${name}`,
      "--reporter=dot,json",
    ],
    // For a test in the middle of which the clock is set; no other second try counts.
    "--retries=1",
    ...(grep === undefined ? [] : ["-g", literal(grep), "--pass-with-no-tests"]),
    // Playwright reads them as patterns.
    ...files.map((file) => `${literal(join(root, file))}$`),
  ],
  read: readPlaywright,
};

/**
 * A file that cannot be loaded, or a group that cannot be prepared, is one failure without a failed test.
 *
 * @param {{ testResults: { name: string, status: string, startTime: number, endTime: number, assertionResults: { title: string, status: string }[] }[] }} told
 * @returns {Report}
 */
function readVitest({ testResults }) {
  const report = structuredClone(NOTHING);
  for (const { name, status, startTime, endTime, assertionResults } of testResults) {
    const file = fromTop(name);
    const failed = assertionResults.filter((one) => one.status === "failed");
    report.files.push({ file, seconds: (endTime - startTime) / 1000 });
    report.failures.push(...failed.map(({ title }) => ({ file, test: title })));
    report.passed += assertionResults.filter((one) => one.status === "passed").length;
    report.failed += failed.length || (status === "failed" ? 1 : 0);
    const skipped = assertionResults.filter((one) => !/passed|failed/.test(one.status));
    report.skipped += skipped.length;
    report.skips.push(...skipped.map(({ title }) => ({ file, test: title })));
  }
  return report;
}

/**
 * @typedef {{ file: string, title: string, tests: { status: string, results: { duration: number }[] }[] }} Spec
 * @typedef {{ specs: Spec[], suites?: Suite[] }} Suite
 *
 * @param {{ suites: Suite[], errors: object[], config: { rootDir: string } }} told
 * @param {boolean} clockWasSet
 * @returns {Report}
 */
function readPlaywright({ suites, errors, config }, clockWasSet) {
  const report = structuredClone(NOTHING);
  report.failed = errors.length;
  /** @type {Map<string, number>} */
  const seconds = new Map();
  /** @type {(suite: Suite) => Spec[]} */
  const specsIn = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsIn)];
  for (const spec of suites.flatMap(specsIn)) {
    const file = fromTop(join(config.rootDir, spec.file));
    for (const { status, results } of spec.tests) {
      const took = results.reduce((sum, { duration }) => sum + duration / 1000, 0);
      seconds.set(file, (seconds.get(file) ?? 0) + took);
      if (status === "skipped") {
        report.skipped += 1;
        report.skips.push({ file, test: spec.title });
      } else if (status === "expected" || (status === "flaky" && clockWasSet)) report.passed += 1;
      else {
        report.failed += 1;
        report.failures.push({ file, test: spec.title });
      }
    }
  }
  report.files = [...seconds].map(([file, took]) => ({ file, seconds: took }));
  return report;
}
