/**
 * Which room may import which: an allow-list, so that a new edge fails until it is named here. The table of
 * ARCHITECTURE.md in the words of dependency-cruiser; `npm run verify` holds the code to it.
 *
 * A path ending in a slash is a folder, `npm:` is a package, `node:` stands for Node's own modules. Every room may
 * import itself.
 */
const ROOMS = {
  // Pure: nothing of ours but itself, and no Node module, so that it runs in a browser too.
  "lib/domain/": ["npm:typeid-js", "npm:ipaddr.js"],
  // What the settings are, and what they must not be.
  "lib/settings/": ["lib/db/address.ts", "npm:zod"],
  "lib/env.ts": ["lib/settings/"],
  "lib/env.test.ts": ["lib/env.ts"],
  "lib/log.ts": ["npm:pino"],
  "lib/crash-point.ts": ["lib/env.ts"],
  "lib/contract/": ["lib/domain/", "npm:zod"],
  "lib/crypto/": ["lib/domain/", "node:"],
  "drizzle/schema/": ["lib/domain/", "npm:drizzle-orm"],
  "drizzle/migrate.ts": ["node:", "npm:drizzle-orm", "npm:postgres"],
  "drizzle/tenants.ts": [
    "drizzle/schema/",
    "lib/domain/",
    "lib/crypto/",
    "lib/keys/",
    "lib/db/",
    "npm:drizzle-orm",
  ],
  "drizzle/seed.ts": ["drizzle/schema/", "lib/domain/", "lib/crypto/", "lib/db/", "npm:drizzle-orm"],
  "lib/db/": ["lib/domain/", "drizzle/schema/", "node:", "npm:drizzle-orm", "npm:postgres"],
  "lib/gateway/": ["lib/domain/", "npm:zod"],
  // A stranger's system that happens to live here: its own tables, its own connection.
  "lib/gateway/sandbox/": [
    "lib/gateway/port.ts",
    "lib/domain/",
    "lib/db/",
    "drizzle/schema/sandbox-gateway.ts",
    "node:",
    "npm:drizzle-orm",
    "npm:zod",
  ],
  // Bank details never leave it unsealed.
  "lib/direct-debit/": ["lib/domain/", "lib/crypto/"],
  "lib/agreement/": ["lib/domain/", "node:", "npm:@react-pdf/renderer", "npm:react"],
  "lib/checkout/": [
    "lib/domain/",
    "lib/contract/",
    "lib/crypto/",
    "lib/db/",
    "lib/gateway/port.ts",
    "lib/direct-debit/",
    "lib/agreement/model.ts",
    "lib/agreement/renderer.ts",
    "lib/crash-point.ts",
    "node:",
  ],
  // A provider's API keys: what commands and consoles do with them.
  "lib/keys/": ["lib/domain/", "lib/crypto/", "lib/db/"],
  // Letters to students: what they say, how they look, and how they go out.
  "lib/mail/": [
    "lib/domain/",
    "lib/crypto/",
    "lib/db/",
    "lib/checkout/resource.ts",
    "lib/crash-point.ts",
    "npm:nodemailer",
  ],
  // Events: what a provider is told of, by whom it asked to be told, and how it is sent.
  "lib/events/": [
    "lib/domain/",
    "lib/contract/",
    "lib/crypto/",
    "lib/db/",
    "node:",
    "npm:ipaddr.js",
    "npm:request-filtering-agent",
  ],
  "lib/jobs/": ["lib/checkout/", "lib/db/", "lib/domain/", "lib/events/", "lib/gateway/port.ts", "lib/mail/"],
  // Keys and what they have sealed: whether they fit, what still needs which, and sealing it anew.
  "lib/sealing/": [
    "lib/crypto/",
    "lib/db/",
    "lib/domain/",
    "lib/checkout/context.ts",
    "lib/checkout/idempotency.ts",
  ],
  "lib/http/": [
    "lib/domain/",
    "lib/contract/",
    "lib/crypto/",
    "node:",
    "npm:rate-limiter-flexible",
    "npm:zod",
  ],
  "lib/deps.ts": ["lib/"],
  "lib/api/": [
    "lib/domain/",
    "lib/contract/",
    "lib/checkout/",
    "lib/http/",
    "lib/jobs/",
    "lib/deps.ts",
    "lib/events/",
    "lib/enrolment/",
    "lib/log.ts",
    "lib/mail/",
    "lib/sealing/",
    "lib/setup-page/",
    // The instance hands http the look-up of keys.
    "lib/db/health.ts",
    "lib/db/keys.ts",
    "lib/db/metrics.ts",
    "node:",
    "npm:zod",
  ],
  // The student's way through the portal: the same verbs as the API's.
  "lib/enrolment/": [
    "lib/domain/",
    "lib/contract/",
    "lib/crypto/",
    "lib/db/",
    "lib/checkout/",
    "node:",
    "npm:ics",
  ],
  // The hosted direct-debit page.
  "lib/setup-page/": [
    "lib/domain/",
    "lib/contract/",
    "lib/crypto/",
    "lib/db/",
    "lib/direct-debit/",
    "lib/checkout/",
    "lib/http/origin.ts",
    "node:",
  ],
  // The documentation as plain data: guides, reference, problems, search. It reads the published document only.
  "lib/docs/": ["lib/domain/", "lib/contract/", "node:", "npm:lowlight", "npm:marked", "npm:minisearch"],
  // What forms check in the browser and the server checks again: small, on zod/mini.
  "lib/contract/forms/": ["lib/domain/", "npm:zod"],
  "components/": [
    "lib/domain/",
    "lib/contract/forms/",
    // Types of what pages hand them.
    "lib/enrolment/",
    "npm:react",
    "npm:next",
    "npm:react-dom",
    "npm:react-hook-form",
    "npm:@hookform/resolvers",
  ],
  // Draws what lib/docs read.
  "components/docs/": ["components/", "lib/docs/", "lib/domain/", "npm:next", "npm:react"],
  // Draws the mails that a sandbox keeps.
  "components/mail/": ["components/", "lib/domain/", "lib/mail/kept.ts"],
  // Draws what the hosted page's use cases found.
  "components/setup/": [
    "components/",
    "lib/contract/forms/",
    "lib/domain/",
    "lib/setup-page/view.ts",
    "npm:react",
  ],
  // Of the use cases only types: they run in the one instance that `published` gives.
  "app/": [
    "components/",
    "lib/api/published.ts",
    "lib/contract/forms/",
    "lib/docs/",
    "lib/domain/",
    "lib/enrolment/",
    "lib/http/next-door.ts",
    "lib/mail/",
    "lib/setup-page/",
    "npm:next",
    "npm:react",
    "npm:react-dom",
    "npm:react-hook-form",
    "npm:@hookform/resolvers",
    "npm:@fontsource-variable/inter",
  ],
  "proxy.ts": ["lib/api/published.ts", "lib/docs/addresses.ts", "lib/http/types.ts", "node:", "npm:next"],
  "postcss.config.mjs": [],
  "instrumentation.ts": ["lib/api/instance.ts"],
  "server.mjs": ["scripts/lib/server/", "node:", "npm:next"],
  "scripts/": [
    "server.mjs",
    "drizzle/migrate.ts",
    "drizzle/seed.ts",
    "drizzle/tenants.ts",
    "lib/agreement/renderer.ts",
    "lib/agreement/sample.ts",
    "lib/api/openapi/committed.ts",
    "lib/crypto/",
    "lib/db/alerts.ts",
    "lib/db/client.ts",
    "lib/db/providers.ts",
    "lib/db/resume-links.ts",
    // The worker is a server without a door.
    "lib/deps.ts",
    "lib/jobs/timer.ts",
    "lib/domain/",
    "lib/env.ts",
    "lib/events/",
    "lib/gateway/sandbox/",
    "lib/jobs/",
    "lib/keys/",
    "lib/sealing/",
    ".dependency-cruiser.mjs",
    "node:",
    "npm:@playwright/test",
    "npm:dependency-cruiser",
    "npm:postgres",
    "npm:typescript",
    "npm:openapi-typescript",
    "npm:@redocly/openapi-core",
    "npm:@stoplight/spectral-core",
    "npm:@stoplight/spectral-parsers",
    "npm:@stoplight/spectral-rulesets",
  ],
  // Tests arrange through the database and look behind the scenes.
  // Usable as a folder of this repository: nothing of ours.
  "clients/typescript/": ["npm:openapi-fetch"],
  // What a reader copies: nothing of ours either.
  "examples/": ["npm:express", "npm:postgres", "npm:standardwebhooks"],
  "e2e/": [
    "clients/typescript/",
    "examples/",
    "lib/",
    "drizzle/",
    "scripts/commands/",
    "scripts/lib/",
    "node:",
    "npm:drizzle-orm",
    "npm:postgres",
    "npm:@playwright/test",
    "npm:@axe-core/playwright",
    "npm:lighthouse",
    "npm:standardwebhooks",
    "npm:nodemailer",
    "npm:postal-mime",
    "npm:smtp-server",
  ],
};

const TEST_TOOLS = [
  "npm:postal-mime",
  "npm:vitest",
  "npm:standardwebhooks",
  "npm:fast-check",
  "npm:unpdf",
  "npm:ajv",
  "npm:ajv-formats",
  "node:",
];
const IS_TEST = "\\.test\\.(ts|tsx|mjs)$";

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** @param {string} place */
const pattern = (place) => `^${escaped(place)}${place.endsWith("/") ? "" : "$"}`;

/** @param {string} target */
function toRule(target) {
  if (target === "node:") return { dependencyTypes: ["core"] };
  if (target.startsWith("npm:")) return { path: `(^|/)node_modules/${escaped(target.slice(4))}/` };
  return { path: pattern(target) };
}

/**
 * A room's own path, without the rooms inside it that have a row of their own. A room of one file has its test beside it.
 * @param {string} room
 */
function fromRule(room) {
  const inner = Object.keys(ROOMS).filter((other) => other !== room && other.startsWith(room));
  const path = room.endsWith("/") ? pattern(room) : pattern(room).replace(/(\\\.\w+\$)$/, "(\\.test)?$1");
  return { path, ...(inner.length > 0 && { pathNot: inner.map(pattern) }) };
}

const allowed = Object.entries(ROOMS).flatMap(([room, targets]) => [
  { from: fromRule(room), to: { ...fromRule(room) } },
  ...targets.map((target) => ({ from: fromRule(room), to: toRule(target) })),
]);
for (const tool of TEST_TOOLS) allowed.push({ from: { path: [IS_TEST, "^e2e/"] }, to: toRule(tool) });

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-test-in-code",
      severity: "error",
      from: { pathNot: [IS_TEST, "^e2e/"] },
      to: { path: IS_TEST },
    },
  ],
  allowed,
  allowedSeverity: "error",
  options: {
    // Type-only imports are edges too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
    },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^drizzle/migrations/" },
  },
};
