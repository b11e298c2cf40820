/** What may import what. `npm run verify` checks it, and e2e/run/boundaries.mjs proves that the check sees a fault. */

const TEST = "\\.test\\.(ts|tsx|mjs)$";
const USE_CASES = "^lib/(agreement|checkout|db|direct-debit|enrolment|events|jobs|mail|staff)/";

/** Packages that are pure and small enough for browsers. */
const PURE = "^packages/(banks|cards|colour|dates|text|time-limit)/";

/** Code in `from` may import only what `to` matches. */
const only = (/** @type {string} */ name, /** @type {string} */ from, /** @type {string[]} */ to) => ({
  name,
  severity: /** @type {const} */ ("error"),
  from: { path: from, pathNot: TEST },
  to: { pathNot: [from, ...to] },
});

/** Code in `from` must not import what `to` matches. */
const never = (
  /** @type {string} */ name,
  /** @type {{ path?: string, pathNot?: string | string[] }} */ from,
  /** @type {{ path: string | string[] }} */ to,
) => ({ name, severity: /** @type {const} */ ("error"), from: { pathNot: TEST, ...from }, to });

/** Packages, installed or not. */
const npm = (/** @type {string[]} */ ...names) =>
  names.flatMap((name) => [`^${name}$`, `node_modules/${name}/`]);

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    never("no-test-in-code", { pathNot: [TEST, "^e2e/"] }, { path: `${TEST}|^e2e/` }),
    only("domain-is-pure", "^lib/domain/", [PURE, "^drizzle/vocabulary", ...npm("typeid-js")]),
    only("contract-on-domain", "^lib/contract/", [
      "^lib/domain/",
      PURE,
      "^packages/net/",
      "^crypto$",
      ...npm("zod"),
    ]),
    only("forms-are-small", "^lib/contract/forms/", ["^lib/domain/", PURE, ...npm("zod")]),
    never(
      "tables-below-all",
      { path: "^drizzle/" },
      { path: "^(app|components|lib|packages|server|tools)/" },
    ),
    never(
      "packages-stand-alone",
      { path: "^packages/(?!docs/|pinch/|sandbox-gateway/|stripe/)" },
      { path: "^(app|components|drizzle|lib|server|tools)/" },
    ),
    never(
      "docs-explain-the-contract",
      { path: "^packages/docs/" },
      { path: "^(app/|components/(?!ui/)|drizzle/|lib/(?!contract/|domain/)|server/|tools/)" },
    ),
    never(
      "adapters-on-the-port",
      { path: "^packages/(pinch|sandbox-gateway|stripe)/" },
      {
        path: [
          "^(app|components|server|tools)/",
          "^lib/(?!gateway/((debit|payout)-)?port|domain/(narrow|money|time)|db/client)",
          "^drizzle/(?!schema/sandbox-gateway)",
        ],
      },
    ),
    never(
      "core-below-all",
      { path: "^lib/" },
      {
        path: "^(app|components|packages(?!/((banks|cards|colour|dates|http|mail|net|pdf|staff-sign-in|text|time-limit|tracing|turns|vault)/|postgres-guard/(index|faults)\\.ts))|server|tools)/",
      },
    ),
    never(
      "queries-in-db",
      { path: "^(app|components|lib|server)/", pathNot: "^(lib/db/|server/keys/checked-vault)|\\.test\\." },
      {
        path: [
          ...npm("postgres", "drizzle-orm"),
          "^packages/postgres-guard/(?!(address|faults|health)\\.ts)",
        ],
      },
    ),
    never("use-cases-without-transport", { path: USE_CASES }, { path: "^lib/(api|http)/" }),
    never("server-without-tools", { path: "^server/" }, { path: "^(app|components|tools)/" }),
    never(
      "pages-call-use-cases",
      { path: "^(app|components)/" },
      {
        path: [
          "^(drizzle|lib/(checkout|crypto|db|gateway))[/.]",
          "^server/(?!instance/published\\.ts|pages/(next-routes|after-answer)\\.ts)",
        ],
      },
    ),
    only("components-in-browsers", "^components/", [
      "^lib/(domain|contract/forms|enrolment)/",
      PURE,
      "^(lib/(setup|card)-page/view|lib/staff/((actions|set-up)/action|set-up/endpoints|answers|attention|audit|caller|checkout|find|permissions|sought|words)|packages/pdf/document-parts)\\.ts$",
      ...npm("react", "react-dom", "next"),
    ]),
  ],
  options: {
    // Type-only imports are edges too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
    },
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["^drizzle/migrations/", "^packages/client-typescript/dist/"] },
  },
};
