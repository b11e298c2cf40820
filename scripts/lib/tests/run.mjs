/** What `npm test` and `npm run test:all` have in common: from the install to the last line. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "../build.mjs";
import { readJson } from "../checkout.mjs";
import { ensureInstalled } from "../install.mjs";
import { createLog } from "../log.mjs";
import { describe, Problem } from "../problem.mjs";
import { endRunning, isEnding, run } from "../run.mjs";
import { createShutdown } from "../shutdown.mjs";
import { verify } from "../verify.mjs";
import { add, countStep, noCounts, summary } from "./counts.mjs";
import { filesOf, PARTS } from "./parts.mjs";
import { playwrightCommand } from "./playwright.mjs";
import { startTestPostgres, TEST_CLUSTER } from "./postgres.mjs";
import { processorSeconds } from "./processor-time.mjs";
import { ALONE, closingText, REPORT_FILE } from "./tell.mjs";
import { vitestCommand } from "./vitest.mjs";

/**
 * @typedef {import("./parts.mjs").Part} Part
 *
 * @typedef {object} Plan
 * @property {Part[][]} lanes lists of parts; the parts of one list run one after the other, the lists side by side
 * @property {string[]} [filters] parts of paths
 * @property {string} [grep] words of a title
 * @property {(part: Part) => string} alone the command that runs files of a part
 */

/**
 * Installs what is missing, runs the parts and ends with a line of counts. A run without any test has failed.
 *
 * @param {() => Plan} read the command line
 */
export async function testRun(read) {
  const log = createLog();
  const counts = noCounts();
  /** @type {import("./tell.mjs").Report["files"]} */
  const files = [];
  const shutdown = createShutdown(log);
  try {
    const plan = read();
    await ensureInstalled({ log });
    await runPlan(plan, { log, counts, files, shutdown });
  } catch (error) {
    log.line(describe(error));
    counts.failed += 1;
  }
  log.line(closingText(files, processorSeconds()));
  if (counts.skipped > 0) log.line(`Skipped: ${counts.skipped}`);
  log.line(`\n${summary(counts)}`);
  process.exitCode = counts.failed > 0 ? 1 : 0;
}

/**
 * @param {Plan} plan
 * @param {{ log: ReturnType<typeof createLog>, counts: import("./counts.mjs").Counts, files: import("./tell.mjs").Report["files"], shutdown: ReturnType<typeof createShutdown> }} run
 */
async function runPlan({ lanes, filters = [], grep, alone }, { log, counts, files, shutdown }) {
  const isNarrowed = filters.length > 0 || grep !== undefined;
  const chosen = lanes.map((lane) =>
    lane.filter((part) => (part.runner === "checks" ? !isNarrowed : filesOf(part, filters).length > 0)),
  );
  if (chosen.flat().length === 0) throw new Problem(`No test ran: ${whereIs(filters)}`);
  const needsStack = chosen.flat().some(({ doors }) => doors);
  const postgres = needsStack ? startTestPostgres() : Promise.resolve(null);
  const built = needsStack ? build(counts, log) : Promise.resolve(true);
  // A failure is told to whoever waits for it.
  postgres.catch(() => {});
  shutdown.before(async () => {
    await endRunning();
    await (await postgres)?.stop();
  });
  let ran = 0;

  /** @param {Part} part */
  async function runPart(part) {
    // A build changes files that the check of types reads.
    if (part.runner === "checks") {
      await built;
      const own = await verify(log);
      ran += own.passed + own.failed;
      return add(counts, own);
    }
    const server = part.doors ? await postgres : null;
    // A build that failed has been told.
    if (part.doors && !(await built)) return;
    const choice = { files: filters.length > 0 ? filesOf(part, filters) : undefined, grep };
    const env = { [ALONE]: alone(part), ...(server && { [TEST_CLUSTER]: server.url, TEST_BUILD: "1" }) };
    const { counts: own, files: ofPart } = await log.step(
      part.title,
      () => report(part, choice, env, log),
      ({ counts }) => `${part.title}: ${summary(counts)}`,
      ({ counts }) => counts.failed === 0,
    );
    ran += own.passed + own.failed;
    add(counts, own);
    files.push(...ofPart);
  }
  const ends = await Promise.allSettled([
    built,
    ...chosen.map(async (lane) => {
      for (const part of lane) if (!isEnding()) await runPart(part);
    }),
  ]);
  const server = await postgres;
  await server?.stop();
  if (server?.isJoined)
    log.line("\nThe database server was running already: its processor time is not counted.");
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  if (ran === 0) throw new Problem("No test ran.");
}

/**
 * @param {import("./counts.mjs").Counts} counts
 * @param {ReturnType<typeof createLog>} log
 * @returns {Promise<boolean>} whether the one build of a run is there
 */
const build = (counts, log) =>
  countStep(counts, log, "Test build", () =>
    ensureBuilt({ distDir: ".next-test", env: { TEST_BUILD: "1" } }),
  );

/** @param {string[]} filters that no chosen part has a test for */
function whereIs(filters) {
  const others = PARTS.filter((part) => filesOf(part, filters).length > 0).map(({ name }) => name);
  return others.length > 0
    ? `that belongs to npm run test:all -- ${others.join(" ")}`
    : `no test has ${filters.join(" or ")} in its path, and the parts are ${PARTS.map(({ name }) => name).join(", ")}.`;
}

/**
 * @param {Part} part
 * @param {{ files: string[] | undefined, grep: string | undefined }} choice
 * @param {Record<string, string>} env
 * @param {import("../log.mjs").Log} log
 * @returns {Promise<import("./tell.mjs").Report>} a run that died, or failed without a failed test, counts as one failure
 */
async function report(part, choice, env, log) {
  const command = part.runner === "vitest" ? vitestCommand(part, choice) : playwrightCommand(part, choice);
  const folder = mkdtempSync(join(tmpdir(), "provider-checkout-test-"));
  try {
    const file = join(folder, "report.json");
    const { NODE_ENV: _, FORCE_COLOR: __, ...inherited } = process.env;
    const { code, output } = await run(process.execPath, command, {
      onLine: log.line,
      env: { ...inherited, NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1", ...env, [REPORT_FILE]: file },
    });
    /** @type {import("./tell.mjs").Report | undefined} */
    const told = readJson(file);
    if (told && (code === 0 || told.counts.failed > 0)) return told;
    if (isEnding()) throw new Problem("Ended before its end.");
    log.line(
      `${part.title}: ended with code ${code}${output.trim() ? "; what it said is above" : " without a word"}.`,
    );
    return { counts: { ...(told?.counts ?? noCounts()), failed: 1 }, files: told?.files ?? [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
