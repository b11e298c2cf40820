/** What the scripts of the tests and measurements print for `--help`. */
const TESTS = "DATABASE_URL of a server for test databases as TEST_CLUSTER, CHROMIUM_PATH";
const WORDS = "[WORDS] [-t TITLE]";
const OF_TESTS = [
  "WORDS     parts of paths: only files whose path holds one of them",
  "-t TITLE  only tests whose title holds this",
];

/** @type {Record<string, { does: string, usage?: string, options?: string[], reads?: string }>} */
const HELP = {
  test: { does: "Runs what a change most likely breaks.", usage: WORDS, options: OF_TESTS, reads: TESTS },
  "test:all": {
    does: "Runs all tests but those that measure time or need more programs.",
    usage: `[PARTS] ${WORDS}`,
    options: ["PARTS     names of parts (e2e/run/parts.mjs)", ...OF_TESTS],
    reads: TESTS,
  },
  "test:faults": { does: "Runs the tests of surroundings that fail.", usage: WORDS, options: OF_TESTS },
  "test:hosting": { does: "Runs the tests of where the service may run.", usage: WORDS, options: OF_TESTS },
  "test:engines": {
    does: "Runs the flows in other browsers and other Node.js.",
    usage: WORDS,
    options: OF_TESTS,
  },
  "test:speed": {
    does: "Measures the API, database use and pages. Nothing else should run meanwhile.",
    usage: WORDS,
    options: OF_TESTS,
  },
  verify: { does: "Checks format, lint, boundaries, words, unused code and types." },
  bench: {
    does: "Measures the service against what it could be at most on this machine. It starts all that it needs.",
    usage: "[--short] [--json FILE] [--workers N]",
    options: [
      "--short      one second a round: about two minutes, in place of ten",
      "--json FILE  writes all figures to FILE too",
      "--workers N  processes of the service and of each bare server",
    ],
    reads: "WORKERS",
  },
  "bench:collection": {
    does: "Collects plans over two years of the sandbox's clock, and compares them with the processor's list.",
    usage: "[--plans N] [--seed N]",
    options: ["--plans N  500 if you leave it out", "--seed N   which plans, and which payments go wrong"],
  },
};

/** Ends this process with the help, where it was asked for: before anything is read or started. @param {string} script */
export function testHelpIfAsked(script) {
  if (!process.argv.slice(2).some((word) => word === "--help" || word === "-h")) return;
  const { does, usage, options = [], reads = "none" } = HELP[script] ?? { does: "" };
  const first = `npm run ${script}${usage ? ` -- ${usage}` : ""}`;
  const list = options.map((line) => `  ${line}`).join("\n");
  const parts = [first, does, list, `Settings: ${reads}.`].filter(Boolean);
  process.stdout.write(`${parts.join("\n\n")}\n`);
  process.exit(0);
}
