/**
 * The rooms of the house: what each is, and what it may import beside itself. `npm run verify` holds the code to it, and
 * the table in docs/rooms.md is made from it (`node e2e/run/boundaries.mjs --write`). An import that no row names is a
 * fault, so a new edge is named here first.
 *
 * A path ending in a slash is a folder, `npm:` is a package, `node:` stands for Node's own modules. A room inside
 * another one has only its own row.
 * @type {readonly { room: string, is: string, may?: string }[]}
 */
export const ROOMS = [
  {
    room: "lib/domain/",
    is: "Pure: money, calendar, schedules, states, wording, closed vocabularies. It runs in a browser too",
    may: "npm:typeid-js npm:ipaddr.js",
  },
  {
    room: "lib/contract/",
    is: "The published API: schemas, validation, problem table",
    may: "lib/domain/ npm:zod",
  },
  {
    room: "lib/contract/forms/",
    is: "What forms check in the browser, and the server again: small, on zod/mini",
    may: "lib/domain/ npm:zod",
  },
  {
    room: "lib/settings/",
    is: "What settings there are, and what a start refuses",
    may: "lib/db/address.ts lib/domain/ npm:zod",
  },
  { room: "lib/env.ts", is: "The settings, read and checked once", may: "lib/settings/" },
  {
    room: "lib/siblings/",
    is: "What the servers of one supervisor share: buckets and meters, over the channel to it. The supervisor uses it too",
  },
  { room: "lib/log.ts", is: "The log", may: "lib/db/faults.ts lib/domain/log.ts node: npm:pino" },
  {
    room: "lib/tracing/",
    is: "Spans for OpenTelemetry, off unless its SDK is loaded",
    may: "lib/domain/ node: npm:@opentelemetry/api",
  },
  { room: "lib/crash-point.ts", is: "Where a test build can kill itself", may: "lib/env.ts" },
  {
    room: "lib/crypto/",
    is: "API keys, tokens, sessions, and the vault that seals",
    may: "lib/domain/ node:",
  },
  { room: "drizzle/schema/", is: "The tables", may: "lib/domain/ npm:drizzle-orm npm:zod" },
  {
    room: "drizzle/migrate.ts",
    is: "Brings a database up to date",
    may: "drizzle/migrator/ lib/db/hosts.ts lib/db/session.ts node: npm:postgres",
  },
  {
    room: "drizzle/migrator/",
    is: "Its lock, and how each kind of migration is applied",
    may: "lib/db/errors.ts lib/db/session-settings.ts node: npm:drizzle-orm npm:postgres",
  },
  {
    room: "drizzle/baseline.mjs",
    is: "Writes the one migration from the schema",
    may: "node:",
  },
  {
    room: "drizzle/seed.ts",
    is: "The demo's provider and courses",
    may: "lib/domain/ lib/crypto/ lib/db/ lib/keys/ lib/providers/ node:",
  },
  {
    room: "lib/db/",
    is: "The client, and queries as plain functions",
    may: "lib/domain/ lib/tracing/ drizzle/schema/ node: npm:drizzle-orm npm:postgres",
  },
  {
    room: "lib/gateway/",
    is: "The card gateway's port and its HTTP client",
    may: "lib/domain/ lib/tracing/ npm:zod",
  },
  {
    room: "lib/gateway/sandbox/",
    is: "A stranger's system that happens to live here: a card gateway with its own tables and connection",
    may: "lib/gateway/port.ts lib/domain/ lib/db/ drizzle/schema/sandbox-gateway.ts node: npm:drizzle-orm npm:zod",
  },
  {
    room: "lib/direct-debit/",
    is: "Bank details, and how they are sealed",
    may: "lib/domain/ lib/crypto/",
  },
  {
    room: "lib/agreement/",
    is: "The signed agreement and the receipt as tagged PDFs, and the agreement's text, which a page shows",
    may: "lib/domain/ node: npm:@react-pdf/renderer npm:harfbuzzjs npm:react",
  },
  {
    room: "lib/checkout/",
    is: "The use cases, one file a verb",
    may: `lib/domain/ lib/contract/ lib/crypto/ lib/db/ lib/gateway/port.ts lib/direct-debit/ lib/agreement/model.ts
      lib/agreement/reading.ts lib/agreement/renderer.ts lib/sealing/unreadable.ts lib/crash-point.ts lib/tracing/ node:`,
  },
  {
    room: "lib/keys/",
    is: "A provider's API keys: issue, list, rotate, revoke",
    may: "lib/domain/ lib/crypto/ lib/db/",
  },
  {
    room: "lib/providers/",
    is: "Providers and their courses: create, update, look",
    may: "lib/domain/ lib/crypto/ lib/db/ lib/keys/ npm:image-size",
  },
  {
    room: "lib/banks/",
    is: "The bank of a BSB, by the directory that an operator imported or by its first digits",
    may: "lib/domain/ lib/db/",
  },
  {
    room: "lib/outbox/",
    is: "What was recorded, handed to its two consumers: webhook deliveries and mails",
    may: "lib/domain/ lib/db/",
  },
  {
    room: "lib/mail/",
    is: "E-mails to students: letters, their two looks, the mail server",
    may: "lib/domain/ lib/crypto/ lib/db/ lib/checkout/ lib/crash-point.ts lib/sealing/unreadable.ts npm:nodemailer",
  },
  {
    room: "lib/events/",
    is: "Events on their way to providers: endpoints, deliveries, signatures, replay",
    may: `lib/domain/ lib/contract/ lib/crypto/ lib/db/ lib/outbox/ lib/sealing/unreadable.ts lib/tracing/ node: npm:ipaddr.js
      npm:request-filtering-agent`,
  },
  {
    room: "lib/jobs/",
    is: "Work that is due, done by `tick`",
    may: `lib/checkout/ lib/db/ lib/domain/ lib/events/ lib/gateway/port.ts lib/mail/ lib/outbox/
      lib/tracing/`,
  },
  {
    room: "lib/integrity/",
    is: "Whether records and charges hold what was promised of them",
    may: "lib/checkout/context.ts lib/checkout/gateways.ts lib/db/ lib/domain/ lib/gateway/port.ts lib/jobs/reconcile.ts",
  },
  {
    room: "lib/sealing/",
    is: "Whether the keys fit the database, what still needs which, and sealing anew",
    may: "lib/crypto/ lib/db/ lib/domain/ lib/checkout/context.ts lib/checkout/gateways.ts lib/checkout/idempotency.ts",
  },
  {
    room: "lib/http/",
    is: "The door: which address, who answers, who may come in. One wrapper: key, scope, rate, body, problem, request id",
    may: "lib/domain/ lib/contract/ lib/crypto/ lib/siblings/buckets.mjs lib/tracing/ lib/http/router-state.ts node: npm:negotiator npm:zod",
  },
  {
    room: "lib/http/router-state.ts",
    is: "What Next's script sends, as Next reads it",
    may: "npm:next",
  },
  {
    room: "lib/http/next-door.ts",
    is: "Next's route handlers, which hand requests to the one instance",
    may: "lib/http/target.ts lib/http/types.ts npm:next",
  },
  {
    room: "lib/metrics/",
    is: "What a process has done and what waits in the data, as Prometheus reads it",
    may: "lib/domain/ lib/db/metrics.ts lib/agreement/renderer.ts lib/gateway/port.ts lib/mail/port.ts npm:prom-client",
  },
  { room: "lib/deps.ts", is: "The one place where adapters are chosen", may: "lib/" },
  {
    room: "lib/doctor/",
    is: "Examines what a server with these settings would stand on",
    may: `lib/db/client.ts lib/db/durability.ts lib/db/faults.ts lib/db/health.ts lib/db/session.ts lib/db/wrong-settings.ts lib/deps.ts
      lib/domain/       lib/env.ts lib/gateway/port.ts lib/sealing/check-keys.ts npm:drizzle-orm`,
  },
  {
    room: "lib/api/",
    is: "The table of operations, the OpenAPI document, the one instance",
    may: `lib/domain/ lib/contract/ lib/checkout/ lib/http/ lib/jobs/ lib/deps.ts lib/events/ lib/enrolment/ lib/log.ts
      lib/mail/ lib/metrics/ lib/sealing/ lib/settings/platform.ts lib/settings/refusal.ts lib/setup-page/ lib/tracing/ lib/env.ts lib/db/health.ts
      lib/db/keys.ts lib/db/metrics.ts lib/db/providers.ts lib/db/request-log.ts lib/db/reset.ts lib/db/start.ts node: npm:zod`,
  },
  {
    room: "lib/enrolment/",
    is: "The student's way through the portal, by the same verbs as the API's",
    may: "lib/domain/ lib/contract/ lib/crypto/ lib/db/ lib/checkout/ node:",
  },
  {
    room: "lib/setup-page/",
    is: "The hosted direct-debit page",
    may: `lib/banks/ lib/domain/ lib/contract/ lib/crypto/ lib/db/ lib/direct-debit/ lib/checkout/ lib/http/origin.ts node:`,
  },
  {
    room: "lib/docs/",
    is: "The documentation as plain data: guides, and what it reads from the published document",
    may: "lib/domain/ lib/contract/ docs/bench.json node: npm:lowlight npm:marked npm:minisearch",
  },
  {
    room: "components/",
    is: "What pages are made of",
    may: `lib/domain/ lib/contract/forms/ lib/enrolment/ npm:react npm:next npm:react-dom npm:react-hook-form
      npm:@hookform/resolvers`,
  },
  {
    room: "components/docs/",
    is: "Draws what `lib/docs` read",
    may: "components/ lib/docs/ lib/domain/ npm:next npm:react",
  },
  {
    room: "components/mail/",
    is: "Draws the mails that a sandbox keeps",
    may: "components/ lib/domain/ lib/mail/kept.ts",
  },
  {
    room: "components/setup/",
    is: "Draws what the hosted page's use cases found",
    may: "components/ lib/contract/forms/ lib/domain/ lib/setup-page/view.ts npm:react",
  },
  {
    room: "app/",
    is: "Pages and server actions. Of the use cases only types: they run in the one instance that `published` gives",
    may: `components/ lib/api/published.ts lib/contract/forms/ lib/docs/ lib/domain/ lib/enrolment/ lib/http/next-door.ts
      lib/mail/ lib/setup-page/ npm:next npm:react npm:react-dom npm:react-hook-form npm:@hookform/resolvers
      npm:@fontsource-variable/inter`,
  },
  {
    room: "pages/",
    is: "The hosted page, to which proxy.ts leads, and the documentation, by Next's older router: it draws without its scripts",
    may: `app/fonts.ts app/globals.css components/ lib/api/published.ts lib/docs/view.ts lib/setup-page/view.ts node: npm:next
      npm:react`,
  },
  {
    room: "proxy.ts",
    is: "Headers of pages",
    may: "lib/api/published.ts lib/http/types.ts node: npm:next",
  },
  {
    room: "instrumentation.ts",
    is: "Builds and publishes the one instance",
    may: "lib/api/instance.ts lib/http/types.ts server/program/lines.mjs",
  },
  {
    room: "next.config.mjs",
    is: "How pages are built, and what a build is called",
    may: "tools/build/build-id.mjs node: npm:next",
  },
  {
    room: "server/",
    is: "What runs in production beside the pages: the supervisor of `npm start`, the server in front of Next.js, the worker",
    may: `lib/api/instance.ts lib/api/preflight.ts lib/api/worker-door.ts lib/deps.ts lib/env.ts lib/http/compress.ts lib/http/page-gate.ts
      lib/http/types.ts lib/jobs/timer.ts lib/log.ts lib/siblings/ lib/tracing/span.ts node: npm:next`,
  },
  {
    room: "tools/",
    is: "What the other npm commands run: operators' commands, build, demo, install, database",
    may: `server/ drizzle/migrate.ts drizzle/migrator/lock.ts drizzle/seed.ts lib/banks/ lib/crypto/ lib/db/alerts.ts lib/db/banks.ts lib/db/client.ts
      lib/db/bank-days.ts lib/db/clock.ts lib/db/faults.ts lib/db/session.ts lib/settings/rules.ts
      lib/db/jobs.ts lib/doctor/ lib/db/providers.ts lib/db/resume-links.ts lib/api/openapi/committed.ts
      lib/checkout/recover.ts lib/checkout/reset.ts lib/deps.ts lib/docs/python-methods.ts
      lib/domain/ lib/env.ts lib/events/ lib/gateway/port.ts lib/gateway/sandbox/ lib/integrity/ lib/jobs/ lib/keys/ lib/providers/ lib/sealing/
      next.config.mjs node: npm:postgres npm:openapi-typescript npm:esbuild`,
  },
  { room: ".dependency-cruiser.mjs", is: "Makes the checker's rules from these rows", may: "rooms.mjs" },
  { room: "clients/typescript/", is: "The client to pack: nothing else of ours", may: "npm:openapi-fetch" },
  { room: "clients/typescript/cli/", is: "Its command line", may: "clients/typescript/ node:" },
  { room: "clients/python/", is: "The Python client, on Python's standard library alone" },
  {
    room: "examples/",
    is: "Programs to copy: nothing else of ours",
    may: "npm:express npm:postgres npm:standardwebhooks",
  },
  {
    room: "e2e/",
    is: "Tests of the whole, how tests are run, and what measures. They arrange through the database",
    may: `clients/typescript/ examples/ lib/ drizzle/ server/ tools/ rooms.mjs .dependency-cruiser.mjs node:
      npm:@opentelemetry/api npm:@opentelemetry/sdk-trace-base npm:autocannon npm:dependency-cruiser npm:drizzle-orm npm:postgres npm:@playwright/test npm:@axe-core/playwright npm:lighthouse npm:standardwebhooks npm:nodemailer npm:postal-mime npm:smtp-server npm:dockerfile-ast npm:yaml`,
  },
];

/** Every test may use these beside what its room may. */
export const TEST_TOOLS = `e2e/support/ node: npm:vitest npm:fast-check npm:ajv npm:ajv-formats npm:unpdf npm:react-dom npm:standardwebhooks
  npm:postal-mime npm:ical.js npm:@redocly/openapi-core npm:@stoplight/spectral-core npm:@stoplight/spectral-functions npm:@stoplight/spectral-parsers
  npm:@stoplight/spectral-rulesets npm:dockerfile-ast npm:dockerfile-utils`;

/** @param {string} [text] */
export const wordsOf = (text = "") => text.split(/\s+/).filter(Boolean);

/** The table as it stands in docs/rooms.md. */
export function tableOfRooms() {
  const shown = (/** @type {string} */ target) => {
    if (target === "node:") return "Node";
    return target.startsWith("npm:") ? target.slice(4) : `\`${target.replace(/\/$/, "")}\``;
  };
  const rows = ROOMS.map(
    ({ room, is, may }) => `| ${shown(room)} | ${wordsOf(may).map(shown).join(", ")} | ${is} |`,
  );
  return ["| Room | May import | What it is |", "|---|---|---|", ...rows].join("\n");
}
