/** What `npm run NAME -- --help` prints. */

const SERVER = "all of .env.example";
const DATABASE = "DATABASE_URL, DATABASE_PREPARE; without DATABASE_URL the demo's database";

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
  "db:migrate": {
    does: "Brings the database up to date.",
    usage: "[--status]",
    options: ["--status  only names the migrations that are not applied"],
    reads: "DIRECT_DATABASE_URL or DATABASE_URL, ENVIRONMENT",
  },
  providers: { does: "Makes, changes and lists providers.", reads: `${DATABASE}; ENVIRONMENT, APP_KEYS` },
  courses: { does: "Adds, changes and lists a provider's courses.", reads: DATABASE },
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
    does: "Lists webhook endpoints and deliveries, switches, tests and replays.",
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
  measure: { does: "Tells how large the code is and how it reads, for each folder." },
};

/**
 * @param {string} script
 * @param {string} [usages] lines of usage, where a script has several commands
 * @param {Help} [help]
 */
export function helpOf(script, usages, help = HELP[script]) {
  const { does, usage, options, reads } = help ?? { does: "" };
  const first = usages ?? `npm run ${script}${usage ? ` -- ${usage}` : ""}`;
  const list = options?.map((line) => `  ${line}`).join("\n");
  return [first, does, list, `Settings: ${reads ?? "none"}.`].filter(Boolean).join("\n\n");
}

/**
 * Ends this process with the help, where it was asked for: before anything is read or started.
 * @param {string} script
 * @param {Help} [help] where it is not in the table above
 */
export function helpIfAsked(script, help) {
  if (!process.argv.slice(2).some((word) => word === "--help" || word === "-h")) return;
  process.stdout.write(`${helpOf(script, undefined, help)}\n`);
  process.exit(0);
}
