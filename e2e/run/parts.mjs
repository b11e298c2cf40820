/** What there is to test, part by part. A part is the tests of some folders, and how they are run. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../server/program/checkout.mjs";

/**
 * @typedef {object} Part
 * @property {string} name as `npm run test:all -- NAME` takes it
 * @property {string} title
 * @property {"checks" | "vitest" | "playwright"} runner
 * @property {string[]} paths folders and files that hold its tests, from the top of the checkout
 * @property {boolean} [quick] `npm test` runs it too
 * @property {boolean} [isApi] it needs no browser: such parts run one after the other, beside all others
 * @property {("server" | "next")[]} [entryPoints] the servers in front of the API that its tests ask; none: it needs no server
 * @property {boolean} [everyCase] each case with each operation; elsewhere cases are dealt out among operations that
 *   share code
 * @property {number} [workers]
 * @property {boolean} [aside] it measures time, takes long, or needs programs that few machines have: run only where it is
 *   named
 * @property {boolean} [measures] it measures time: nothing else is done meanwhile that takes some
 */

/** @type {readonly Part[]} */
export const PARTS = [
  {
    name: "unit",
    title: "Unit tests",
    runner: "vitest",
    quick: true,
    paths: [
      "components",
      "docs",
      "drizzle",
      "lib",
      "packages",
      "server",
      "tools",
      "e2e/client-python",
      "e2e/public",
      "e2e/stand-ins",
    ],
  },
  {
    name: "checks",
    title: "Format, lint, boundaries, words, unused code, types",
    runner: "checks",
    quick: true,
    paths: [],
  },
  {
    name: "api",
    title: "API and use cases, through the server",
    runner: "vitest",
    isApi: true,
    quick: true,
    entryPoints: ["server"],
    // Almost half of its time is waiting.
    workers: 3,
    paths: [
      "e2e/api",
      "e2e/charge",
      "e2e/conformance",
      "e2e/jobs",
      "e2e/kills/charged.test.ts",
      "e2e/portal",
      "e2e/server",
      "e2e/webhooks",
    ],
  },
  {
    name: "browser",
    title: "Both flows in a browser",
    runner: "playwright",
    quick: true,
    entryPoints: ["server"],
    paths: ["e2e/browser"],
  },
  {
    name: "entry-points",
    title: "The API through Next's own server, which stands before the same operations",
    runner: "vitest",
    isApi: true,
    entryPoints: ["next"],
    everyCase: true,
    paths: [
      "e2e/api/drawn-pages.test.ts",
      "e2e/api/flows.test.ts",
      "e2e/api/hostile-card-forms.test.ts",
      "e2e/api/http",
      "e2e/charge/at-once.test.ts",
      "e2e/charge/replay.test.ts",
      "e2e/conformance",
    ],
  },
  {
    name: "recovery",
    title: "The database and recovery: each query, locks, lost commits, late responses, keys that rotate",
    runner: "vitest",
    isApi: true,
    entryPoints: ["server"],
    workers: 3,
    paths: ["e2e/db", "e2e/recovery"],
  },
  {
    name: "fuzz",
    title: "Generated requests",
    runner: "vitest",
    isApi: true,
    entryPoints: ["server", "next"],
    paths: ["e2e/fuzz"],
  },
  {
    name: "kills",
    title: "Processes that are killed, connections that are cut, rows that stay locked",
    runner: "vitest",
    isApi: true,
    entryPoints: ["server", "next"],
    workers: 3,
    paths: ["e2e/kills"],
  },
  {
    name: "chaos",
    title: "Webhooks and resets while all else goes on or fails",
    runner: "vitest",
    isApi: true,
    entryPoints: ["server"],
    paths: ["e2e/chaos"],
  },
  {
    name: "mails",
    title: "Mails",
    runner: "vitest",
    isApi: true,
    entryPoints: ["server"],
    workers: 3,
    paths: ["e2e/mails"],
  },
  {
    name: "limits",
    title: "Limits",
    runner: "vitest",
    isApi: true,
    entryPoints: ["server", "next"],
    workers: 3,
    paths: ["e2e/limits"],
  },
  {
    name: "commands",
    title: "Commands and builds, each a process",
    runner: "vitest",
    entryPoints: ["server"],
    paths: ["e2e/command-lines", "e2e/commands"],
  },
  {
    name: "pdf",
    title: "The agreement as a PDF: its layout, its tags, its archive form",
    runner: "vitest",
    paths: ["e2e/pdf"],
  },
  {
    name: "docs",
    title: "Each example of the documentation",
    runner: "vitest",
    entryPoints: ["server"],
    paths: ["e2e/docs", "e2e/readme.test.ts"],
  },
  {
    name: "pages",
    title: "What else the pages promise",
    runner: "playwright",
    entryPoints: ["server"],
    paths: ["e2e/pages"],
  },
  {
    name: "looks",
    title: "Every screen in every look",
    runner: "playwright",
    entryPoints: ["server"],
    paths: ["e2e/looks"],
  },
  {
    name: "bench",
    title: "The bench, in its short form",
    runner: "vitest",
    entryPoints: ["server"],
    workers: 1,
    measures: true,
    aside: true,
    paths: ["e2e/bench"],
  },
  {
    name: "speed",
    title: "Speed of pages, one at a time",
    runner: "playwright",
    entryPoints: ["server"],
    workers: 1,
    measures: true,
    aside: true,
    paths: ["e2e/speed"],
  },
  {
    name: "shards",
    title: "Citus",
    runner: "vitest",
    entryPoints: ["server"],
    workers: 1,
    aside: true,
    paths: ["e2e/shards"],
  },
  {
    name: "faults",
    title: "Surroundings that fail: databases, poolers, disks, connections",
    runner: "vitest",
    entryPoints: ["server"],
    workers: 1,
    aside: true,
    paths: ["e2e/faults"],
  },
  {
    name: "hosting",
    title: "Where the service may run: functions, several servers, a container, proxies, upgrades",
    runner: "vitest",
    entryPoints: ["server"],
    workers: 1,
    aside: true,
    paths: ["e2e/hosting"],
  },
  {
    name: "engines",
    title:
      "Both flows in Firefox and WebKit, where the machine has them, and by the packed client in other Node.js",
    runner: "vitest",
    entryPoints: ["server"],
    workers: 1,
    aside: true,
    paths: ["e2e/engines"],
  },
];

const SUFFIX = { checks: /^$/, vitest: /\.test\.(ts|tsx|mjs)$/, playwright: /\.spec\.ts$/ };

/**
 * @param {Part} part
 * @param {string[]} [filters] parts of paths: a file is chosen when its path holds one of them
 * @returns {string[]} its files, from the top of the checkout
 */
export function filesOf({ paths, runner }, filters = []) {
  const own = paths.flatMap(filesUnder).filter((file) => SUFFIX[runner].test(file));
  const wanted = filters.map((filter) => filter.replaceAll("\\", "/").replace(/^\.\//, ""));
  return wanted.length === 0 ? own : own.filter((file) => wanted.some((one) => file.includes(one)));
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: "utf8" })
    .map((name) => `${path}/${name.replaceAll("\\", "/")}`)
    .sort();
}
