import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from "next/constants.js";
import { ACTION_SALT, buildIdOf } from "./tools/build/build-id.mjs";

/** A test build carries the named crash points (lib/crash-point.ts); a production build has them compiled away. */
const testBuild = process.env.TEST_BUILD === "1";

/** Headers of a browser script. @param {"same-origin" | "cross-origin"} readers */
const ofScript = (readers) => [
  // The name stays and the file may change: asked for again each time, and sent only when it did.
  { key: "Cache-Control", value: "public, max-age=0, must-revalidate" },
  { key: "Cross-Origin-Resource-Policy", value: readers },
  { key: "X-Content-Type-Options", value: "nosniff" },
];

/** Pages of other sites load these, also where they admit nothing that does not say whom it is for. */
const forEveryPage = [{ key: "Access-Control-Allow-Origin", value: "*" }, ...ofScript("cross-origin")];

/** Packages that Node loads by itself, for pages and for compiled commands. */
export const EXTERNAL = [
  "harfbuzzjs",
  "nodemailer",
  "pino",
  "postgres",
  "prom-client",
  "stripe",
  "@react-pdf/renderer",
  "@opentelemetry/api",
];

const top = import.meta.dirname;
const distDir = process.env.NEXT_DIST_DIR ?? (testBuild ? ".next-test" : ".next");

/** `npm run build` makes a folder that runs anywhere with Node alone (tools/build/standalone.mjs). */
const standalone = process.env.STANDALONE === "1" && {
  output: /** @type {const} */ ("standalone"),
  // They resize pictures, which nothing here does.
  outputFileTracingExcludes: { "**": ["node_modules/@img/**", "node_modules/sharp/**"] },
};

/** The build's lists that server/pages/page-files.ts reads: Next knows the files of each route before these are written. */
const LISTS = ["next-font-manifest.json", "app/_not-found/page_client-reference-manifest.js"];
const READ_LISTS = [
  "app/api/dd-setup/route.js",
  "app/api/card-payment/route.js",
  "app/api/card-payment/return/route.js",
  "app/docs/[[...path]]/route.js",
];

/** Packs those lists with the routes that read them, where each route is a function of its own. */
function packLists() {
  const server = join(top, distDir, "server");
  for (const route of READ_LISTS) {
    const trace = join(server, `${route}.nft.json`);
    const traced = JSON.parse(readFileSync(trace, "utf8"));
    traced.files.push(...LISTS.map((list) => relative(dirname(trace), join(server, list))));
    writeFileSync(trace, JSON.stringify(traced));
  }
}

/** @type {import("next").NextConfig} */
const config = {
  distDir,
  ...standalone,
  poweredByHeader: false,
  // Next would compress every page, also those that hold a secret. Our server does not.
  compress: false,
  skipTrailingSlashRedirect: true,
  devIndicators: false,
  // Title and description stand in the head of every page, for whoever runs no script too: nothing of them is slow.
  htmlLimitedBots: /.*/,
  // Types are checked by `npm run verify`, for tests and scripts too; once is enough.
  typescript: { ignoreBuildErrors: true },
  compiler: {
    runAfterProductionCompile: async () => packLists(),
    define: {
      __CRASH_POINTS__: testBuild,
      __BUILD_FOLDER__: distDir,
    },
  },
  // What a form may hold; our own server refuses more before Next sees it (server/pages/page-gate.ts). Of what is larger
  // proxy.ts gets a part, by whole pieces of 64 KiB at most: so that it is more than a form may hold.
  experimental: { serverActions: { bodySizeLimit: "320kb" }, proxyClientMaxBodySize: "384kb" },
  // No picture is resized: the route that would is not there.
  images: { unoptimized: true },
  headers: async () => [
    { source: "/:script(setup|card-payment)/v1.js", headers: ofScript("same-origin") },
    { source: "/:script(capture|embed)/v1.js", headers: forEveryPage },
    { source: "/docs/downloads/:file", headers: ofScript("same-origin") },
    {
      source: "/embed/v1.d.ts",
      headers: [...forEveryPage, { key: "Content-Type", value: "text/plain; charset=utf-8" }],
    },
  ],
  serverExternalPackages: EXTERNAL,
  // Named, because Next would take a folder above that has a lock file too, and ids and names would follow from the way there.
  turbopack: { root: top },
  outputFileTracingRoot: top,
  outputFileTracingIncludes: {
    "/**": [
      "./packages/pdf/fonts/*",
      "./drizzle/migrations/**",
      "./docs/guides/*.md",
      "./openapi*.json",
      "./docs/examples/*/*",
      "./public/docs/downloads/*",
      // What app/drawn.tsx draws with.
      "./node_modules/react{,-dom}/{package.json,index.js}",
      "./node_modules/react{,-dom}/cjs/{react,react-dom,react-dom-server*.node}.production.js",
      "./node_modules/react-dom/server{,.node}.js",
    ],
  },
};

/**
 * Two builds of one commit are one to a browser: same name, same ids of forms.
 * @param {string} phase
 * @returns {import("next").NextConfig}
 */
function identity(phase) {
  if (phase === PHASE_PRODUCTION_SERVER) return named(readFileSync(join(top, distDir, "BUILD_ID"), "utf8"));
  if (phase !== PHASE_PRODUCTION_BUILD) return {};
  // Next takes it for the salt of those ids, and for a key, which a server replaces (server/instance/deps.ts).
  process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY = ACTION_SALT;
  const id = buildIdOf(top, String(testBuild));
  return { generateBuildId: () => id, ...named(id) };
}

/** A platform that names its deployments itself wants no other name. @param {string} deploymentId */
const named = (deploymentId) => (process.env.NEXT_DEPLOYMENT_ID ? {} : { deploymentId });

/** @param {string} phase */
export default (phase) => ({ ...config, ...identity(phase) });
