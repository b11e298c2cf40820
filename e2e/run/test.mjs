/**
 * `npm test`: what a change most likely breaks, in minutes. `npm run test:all`: everything but what measures time or needs
 * more programs, or the parts that are named.
 * Both take parts of paths, and -t with words of a test's title.
 */
import { parseArgs } from "node:util";
import { Problem } from "../../server/program/problem.mjs";
import { runCommand } from "../../server/program/shutdown.mjs";
import { ensureInstalled } from "../../tools/shared/install.mjs";
import { testHelpIfAsked } from "./help.mjs";
import { PARTS } from "./parts.mjs";
import { runParts } from "./run.mjs";

testHelpIfAsked(process.env.npm_lifecycle_event ?? "test");

await runCommand(async (log, shutdown) => {
  const { all, words, grep } = readArguments();
  if (all) process.env.TEST_ALL = "1";
  const named = all ? PARTS.filter(({ name }) => words.includes(name)) : [];
  // Two lists keep two cores busy: while one waits, the other works.
  const usual = PARTS.filter((part) => (all ? !part.aside : part.quick));
  const lanes = [usual.filter(({ isApi }) => !isApi), usual.filter(({ isApi }) => isApi)];
  await ensureInstalled(log);
  const counts = await runParts(
    {
      lanes: named.length > 0 ? [named] : lanes,
      filters: words.filter((word) => !named.some(({ name }) => name === word)),
      grep,
      alone: ({ name }) => (all ? `npm run test:all -- ${name}` : "npm test --"),
    },
    log,
    shutdown,
  );
  if (counts.failed > 0) process.exitCode = 1;
});

function readArguments() {
  try {
    const options = /** @type {const} */ ({
      all: { type: "boolean", default: false },
      "test-name": { type: "string", short: "t" },
    });
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    return { all: values.all, words: positionals, grep: values["test-name"] };
  } catch (error) {
    throw new Problem(
      `${/** @type {Error} */ (error).message}\nThere are parts of paths, such as lib/domain, and -t with words of a title.`,
    );
  }
}
