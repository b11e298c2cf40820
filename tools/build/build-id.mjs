/** What a build is made of, and its name, which follows from that alone. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { hash } from "../../server/program/checkout.mjs";

/** Everything that a build reads, seen from the top of the checkout. */
const SOURCES = [
  ...["app", "components", "lib", "packages", "server", "drizzle", "patches"],
  ...["instrumentation.ts", "next.config.mjs", "postcss.config.mjs", "proxy.ts"],
  ...["package-lock.json", "tsconfig.json"],
];
/** What else stands in the folder that an installation runs, or makes it. */
const BESIDE = [
  ...[
    "tools",
    "public",
    "docs/examples",
    "docs/guides",
    "packages/client-python",
    "packages/client-typescript",
  ],
  ...["openapi.json", "openapi.production.json", "package.json"],
];
const IS_TEST = /\.(test|spec)\.[cm]?[jt]sx?$/;
const IS_CLIENT = /[\\/]packages[\\/]client-/;
const IS_MADE = /[\\/]packages[\\/]client-\w+[\\/](dist|node_modules|__pycache__)[\\/]/;

/**
 * Next adds it to what it makes the id of a form's action from: the action's file, its name and its arguments. It is the
 * same for every build, so that a page of one build can be sent to another that has the form too.
 * See docs/decisions/046-releases-and-forms.md.
 */
export const ACTION_SALT = Buffer.from(hash("actions"), "hex").toString("base64");

/**
 * The name of a build: equal wherever the same commit is built, with or without git, and another for other sources.
 * @param {string} top the checkout's folder
 * @param {...string} how what else makes builds differ
 */
export function buildIdOf(top, ...how) {
  const name = (/** @type {string} */ file) => relative(top, file).replaceAll(sep, "/");
  // A build writes its own folder into tsconfig.json.
  const files = sourcesOf(top)
    .filter((file) => name(file) !== "tsconfig.json")
    .map((file) => [name(file), readFileSync(file)]);
  return hash(...how, ...files.sort(([one = ""], [other = ""]) => (one < other ? -1 : 1)).flat()).slice(
    0,
    20,
  );
}

/** @param {string} top @returns {string[]} the files that a build reads */
export const sourcesOf = (top) => filesOf(top, SOURCES).filter((file) => !IS_CLIENT.test(file));

/** @param {string} top @returns {string[]} the files that become part of an installation without Next's build */
export const sourcesBeside = (top) => filesOf(top, BESIDE).filter((file) => !IS_MADE.test(file));

/** @param {string} top @param {string[]} sources */
const filesOf = (top, sources) =>
  sources.flatMap((source) => filesUnder(join(top, source))).filter((file) => !IS_TEST.test(file));

/** @param {string} path @returns {string[]} in a fixed order */
function filesUnder(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found ? [path] : [];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
