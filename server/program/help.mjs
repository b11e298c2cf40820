/** What `npm run NAME -- --help` prints. */

const SERVER = "all of .env.example";
const DATABASE = "DATABASE_URL, DATABASE_PREPARE; without DATABASE_URL the demo's database";
const TESTS = "DATABASE_URL of a server for test databases as TEST_CLUSTER, CHROMIUM_PATH";
const WORDS = "[WORDS] [-t TITLE]";
const OF_TESTS = [
  "WORDS     parts of paths: only files whose path holds one of them",
  "-t TITLE  only tests whose title holds this",
];

/**
 * @typedef {object} Help
 * @property {string} does
 * @property {string} [usage] what may follow the name
 * @property {string[]} [options]
 * @property {string} [reads] settings
 */

/** @type {Record<string, Help>} */
const HELP = {
  demo: {
    does: "Starts everything from a bare clone, in the sandbox: packages, PostgreSQL, pages, a provider with courses, the server.",
    reads: `PORT, HOST, BASE_URL, WORKERS, DATABASE_URL, SANDBOX_PASSWORD; .env, and ${SERVER}`,
  },
  dev: { does: "As the demo, with pages that follow the sources.", reads: `.env, and ${SERVER}` },
  build: {
    does: "Builds what npm start serves, and leaves in .next/standalone a folder that runs with Node.js alone.",
    reads: "NEXT_DIST_DIR, TEST_BUILD, STANDALONE",
  },
  start: {
    does: "Serves what npm run build made. SIGTERM ends it in order; SIGUSR2 replaces its servers one by one.",
    reads: SERVER,
  },
  worker: {
    does: "Does background work only. Any number of them may run.",
    reads: `METRICS_PORT, METRICS_HOST, TICK_SECONDS, and ${SERVER}`,
  },
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
    does: "Measures throughput, database use and pages. Nothing else should run meanwhile.",
    usage: WORDS,
    options: OF_TESTS,
  },
  "test:slowly": {
    does: "Runs npm test with a fifth of the processors' time, PostgreSQL and browsers included.",
    usage: WORDS,
    options: OF_TESTS,
  },
  verify: { does: "Checks format, lint, boundaries, unused code and types." },
  "db:migrate": {
    does: "Brings the database up to date.",
    usage: "[--status]",
    options: ["--status  only names the migrations that are not applied"],
    reads: "DIRECT_DATABASE_URL or DATABASE_URL, ENVIRONMENT",
  },
  providers: { does: "Makes, changes and lists providers.", reads: `${DATABASE}; ENVIRONMENT, APP_KEYS` },
  courses: { does: "Adds, changes and lists a provider's courses.", reads: DATABASE },
  banks: { does: "Imports the directory of banks by BSB.", reads: DATABASE },
  "bank-days": { does: "Sets the days on which banks do not work.", reads: DATABASE },
  enrolments: {
    does: "Lists enrolments, and makes a new link for one.",
    reads: `${DATABASE}; APP_KEYS, BASE_URL`,
  },
  keys: { does: "Issues, lists, rotates and revokes API keys.", reads: `${DATABASE}; ENVIRONMENT` },
  "keys:app": {
    does: "Shows which keys sealed values need, and seals them anew.",
    reads: `${DATABASE}; APP_KEYS`,
  },
  webhooks: {
    does: "Lists, changes and replays webhook endpoints and deliveries.",
    reads: `${DATABASE}; APP_KEYS`,
  },
  jobs: {
    does: "Does background work once, and lists and resolves alerts.",
    reads: `${DATABASE}; ${SERVER}`,
  },
  doctor: {
    does: "Examines what a server with these settings would stand on.",
    reads: `${DATABASE}; ${SERVER}`,
  },
  "check:integrity": {
    does: "Holds all records and charges to their invariants. It changes nothing.",
    reads: `${DATABASE}; GATEWAY_URL, GATEWAY_SECRET`,
  },
  secrets: {
    does: "Prints fresh secrets as lines of an environment file.",
    usage: "[--key-version 2]",
    options: ["--key-version N  the version of the new APP_KEYS; without it 1"],
  },
  generate: { does: "Writes the OpenAPI documents, the clients' operations and the hosted page's script." },
  client: { does: "Builds and packs the TypeScript client." },
  measure: { does: "Tells how large the code is and how it reads, for each folder." },
  bench: {
    does: "Measures the service against what it could be at most on this machine. It starts all that it needs.",
    usage: "[--short] [--json FILE] [--workers N] | agreement | fairness",
    options: [
      "--short      one second a round: about two minutes, in place of ten",
      "--json FILE  writes all figures to FILE too",
      "--workers N  processes of the service and of each bare server",
      "agreement    measures the agreement's PDF alone",
      "fairness     measures what one tenant's flood does to another, on a demo that runs",
    ],
    reads: "WORKERS",
  },
  "bench:growth": {
    does: "Measures how the service slows down with the number of checkouts.",
    usage: "[--sizes N,N] [--changes N] [--json FILE]",
    options: [
      "--sizes N,N  numbers of checkouts; without it 1000,100000",
      "--changes N  status changes to look at; without it 100000",
      "--json FILE  writes the figures to FILE",
    ],
  },
};

/**
 * @param {string} script
 * @param {string} [usages] lines of usage, where a script has several commands
 */
export function helpOf(script, usages) {
  const { does, usage, options, reads } = HELP[script] ?? { does: "" };
  const first = usages ?? `npm run ${script}${usage ? ` -- ${usage}` : ""}`;
  const list = options?.map((line) => `  ${line}`).join("\n");
  return [first, does, list, `Settings: ${reads ?? "none"}.`].filter(Boolean).join("\n\n");
}

/**
 * Ends this process with the help, where it was asked for: before anything is read or started.
 * @param {string} script
 */
export function helpIfAsked(script) {
  if (!process.argv.slice(2).some((word) => word === "--help" || word === "-h")) return;
  process.stdout.write(`${helpOf(script)}\n`);
  process.exit(0);
}
