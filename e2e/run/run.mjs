/** Runs parts of the tests, and ends with the slowest files, the processor time and a line of counts. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, Problem } from "../../server/program/problem.mjs";
import { ensureBuilt } from "../../tools/build/build.mjs";
import { endRunning } from "../../tools/shared/run.mjs";
import { verify } from "./checks.mjs";
import { filesOf, PARTS } from "./parts.mjs";
import { startTestPostgres, TEST_CLUSTER } from "./postgres.mjs";
import { runTests } from "./runner.mjs";

/**
 * @typedef {import("./parts.mjs").Part} Part
 * @typedef {import("../../server/program/log.mjs").Log} Log
 * @typedef {{ passed: number, failed: number }} Counts
 *
 * @typedef {object} Plan
 * @property {Part[][]} lanes lists of parts; the parts of one list run one after the other, the lists side by side
 * @property {string[]} filters parts of paths
 * @property {string} [grep] words of a title
 * @property {(part: Part) => string} alone the command that runs files of a part
 */

/**
 * @param {Plan} plan
 * @param {Log} log
 * @param {import("../../server/program/shutdown.mjs").Shutdown} shutdown
 * @returns {Promise<Counts>}
 * @throws {Problem} where no test ran
 */
export async function runParts({ lanes, filters, grep, alone }, log, shutdown) {
  const isNarrowed = filters.length > 0 || grep !== undefined;
  const chosen = lanes.map((lane) =>
    lane.filter((part) => (part.runner === "checks" ? !isNarrowed : filesOf(part, filters).length > 0)),
  );
  const parts = chosen.flat();
  if (parts.length === 0) throw new Problem(`No test ran: ${whereIs(filters)}`);
  const began = performance.now();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  /** @type {import("./runner.mjs").Report["files"]} */
  const files = [];
  /** @type {string[]} */
  const rows = [];
  /** @type {string[]} */
  const times = [];
  const needsStack = parts.some(({ entryPoints }) => entryPoints);
  const postgres = needsStack ? startTestPostgres() : Promise.resolve(null);
  const build = () => ensureBuilt({ distDir: ".next-test", env: { TEST_BUILD: "1" }, log });
  const built = needsStack ? build() : Promise.resolve(false);
  // A failure is told to whoever waits for it.
  for (const one of [postgres, built]) one.catch(() => {});
  shutdown.before(async () => {
    await endRunning();
    await (await postgres)?.stop();
  });

  /** @param {Part} part */
  async function runPart(part) {
    // A build changes files that the check of types reads.
    await (part.entryPoints || part.runner === "checks" ? built : undefined);
    const server = part.entryPoints ? await postgres : null;
    /** @type {Record<string, string>} */
    const env = server ? { [TEST_CLUSTER]: server.url, TEST_BUILD: "1" } : {};
    const { title } = part;
    const from = performance.now();
    const folder = mkdtempSync(join(tmpdir(), "provider-checkout-test-"));
    try {
      const report =
        part.runner === "checks"
          ? { ...(await verify(log)), skipped: 0, files: [], failures: [], skips: [], rows: [], output: "" }
          : await log.step(
              title,
              () =>
                runTests(part, {
                  files: filters.length > 0 ? filesOf(part, filters) : [],
                  grep,
                  env,
                  folder,
                }),
              ({ passed, failed }) => `${title}: ${passed} passed, ${failed} failed`,
              ({ failed }) => failed === 0,
            );
      if (shutdown.isEnding()) return;
      if (report.output) log.line(report.output);
      for (const { file, test } of report.failures)
        log.line(`FAILED  ${file} › ${test}\n    Alone: ${alone(part)} ${file} -t ${quoted(test)}`);
      // Where a title was asked for, all others are left out.
      if (grep === undefined)
        for (const { file, test } of report.skips) log.line(`SKIPPED  ${file} › ${test}`);
      times.push(`${((performance.now() - from) / 1000).toFixed(1).padStart(7)} s  ${part.name}`);
      files.push(...report.files);
      rows.push(...report.rows);
      for (const kind of /** @type {const} */ (["passed", "failed", "skipped"])) counts[kind] += report[kind];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  const ends = await Promise.allSettled(
    chosen.map(async (lane) => {
      for (const part of lane) if (!shutdown.isEnding()) await runPart(part);
    }),
  );
  await (await postgres.catch(() => null))?.stop();
  const faults = new Set(ends.flatMap((end) => (end.status === "rejected" ? [describe(end.reason)] : [])));
  for (const fault of faults) log.line(fault);
  counts.failed += faults.size;
  if (counts.passed + counts.failed === 0) throw new Problem("No test ran.");
  log.line(`\nThe parts, in all ${((performance.now() - began) / 1000).toFixed(0)} s:\n${times.join("\n")}`);
  const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, 20);
  if (slowest.length > 0) log.line("\nThe slowest files:");
  for (const { file, seconds } of slowest) log.line(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  log.line(`\nProcessor time: ${processorTime()}`);
  if (counts.skipped > 0) log.line(`Skipped: ${counts.skipped}`);
  if (rows.length > 0) log.line(`\n${rows.join("\n")}`);
  log.line(`\n${counts.passed} passed, ${counts.failed} failed`);
  return counts;
}

/** @param {string[]} filters that no chosen part has a test for */
function whereIs(filters) {
  const others = PARTS.filter((part) => filesOf(part, filters).length > 0).map(({ name }) => name);
  return others.length > 0
    ? `that belongs to npm run test:all -- ${others.join(" ")}`
    : `no test has ${filters.join(" or ")} in its path, and the parts are ${PARTS.map(({ name }) => name).join(", ")}.`;
}

/**
 * One word of a command line, as a shell reads it.
 *
 * @param {string} text
 */
const quoted = (text) => (/["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`);

/** Of this command and of every process that it started and that has ended: a browser's pages are not among them. */
function processorTime() {
  try {
    // The second field is the program's name, which may hold blanks; user and system time follow as fields 14 to 17.
    const [, rest = ""] = /^.*\) (.*)$/s.exec(readFileSync("/proc/self/stat", "utf8")) ?? [];
    const ticks = rest.split(" ").slice(11, 15).map(Number);
    // Linux counts in hundredths of a second, whatever the processor.
    const seconds = ticks.reduce((sum, one) => sum + one, 0) / 100;
    return `${seconds.toFixed(0)} s (${(seconds / 60).toFixed(1)} minutes), pages in browsers aside`;
  } catch {
    return "not known on this system";
  }
}
