/** Installs the packages when they are missing or belong to another lock file, and mends the faulty ones. */
import { accessSync, constants, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { dataFolder, readJson, root, writePrivateJson } from "./checkout.mjs";
import { expectedState, isInstalled, isSettled } from "./installed-state.mjs";
import { runLeashed } from "./leash.mjs";
import { withLock } from "./lock.mjs";
import { quiet } from "./log.mjs";
import { requireNode } from "./node-version.mjs";
import { Problem } from "./problem.mjs";
import { run, tail } from "./run.mjs";

const modules = join(root, "node_modules");
const marker = join(modules, ".provider-checkout.json");
const npmFile = join(dataFolder, "install.pid");

/**
 * After this the packages of package-lock.json are there, development tools included, with the patches applied.
 *
 * @param {{ log?: import("./log.mjs").Log }} [options]
 * @throws {Problem} when this Node.js is too old, or npm cannot install
 */
export async function ensureInstalled({ log = quiet } = {}) {
  requireNode();
  if (isSettled(expectedState(modules), readJson(marker))) return;
  await withLock(
    join(dataFolder, "install.lock"),
    async () => {
      if (!isInstalled(expectedState(modules), readJson(marker))) {
        await log.step("Installing packages", installPackages, "Packages installed");
      }
      if (!isSettled(expectedState(modules), readJson(marker))) await applyPatches();
      writePrivateJson(marker, expectedState(modules));
    },
    () => log.line("Another command is installing packages: waiting for it"),
  );
}

async function installPackages() {
  accessSync(root, constants.W_OK);
  if (existsSync(modules)) accessSync(modules, constants.W_OK);
  const first = await npmCi();
  if (first.code === 0) return;
  const result = isCacheTrouble(first.output) ? await npmCi("--cache", join(dataFolder, "npm-cache")) : first;
  if (result.code === 0) return;
  // For a lock file that does not fit, npm explains itself first and then prints its manual.
  const said = tail(result.output.replace(/\nnpm error Clean install a project.*/s, ""));
  throw new Problem(`${said}\n\nThe packages could not be installed. ${remedy(result.output)}`);
}

/**
 * Without the packages' own install scripts: many machines refuse them, so nothing may depend on them, and
 * what runs everywhere is what runs here. NODE_ENV=production would otherwise hide the development tools, and
 * `npm run --silent` its errors.
 *
 * @param {...string} more
 */
async function npmCi(...more) {
  const [command, before] = npm();
  const args = ["ci", "--include=dev", "--include=optional", "--ignore-scripts", "--prefer-offline"];
  try {
    return await runLeashed(
      npmFile,
      command,
      [...before, ...args, "--loglevel=error", "--no-audit", "--no-fund", ...more],
      {
        shell: process.platform === "win32" && before.length === 0,
      },
    );
  } catch (error) {
    throw new Problem(
      `npm could not be started (${/** @type {Error} */ (error).message}). Install npm 10 or newer.`,
    );
  }
}

/** @returns {[string, string[]]} the npm that started us, or else the one on the path */
function npm() {
  const started = process.env.npm_execpath ?? "";
  if (/npm-cli\.[cm]?js$/.test(started) && existsSync(started)) return [process.execPath, [started]];
  const beside = join(dirname(process.execPath), process.platform === "win32" ? "npm.cmd" : "npm");
  return [existsSync(beside) ? beside : "npm", []];
}

/**
 * npm's own cache folder may belong to root after one `sudo npm`, or not exist for an account without a home.
 *
 * @param {string} output
 */
function isCacheTrouble(output) {
  return /cache folder contains root-owned|(EACCES|EPERM|EROFS|ENOENT)[^\n]*(mkdir|_cacache|\.npm)/i.test(
    output,
  );
}

/** @param {string} output */
function remedy(output) {
  if (/EUSAGE|in sync/.test(output)) {
    return "package.json and package-lock.json disagree: run `npm install`, and keep the changed lock file.";
  }
  if (/ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|network/i.test(output)) {
    return "npm did not reach its package registry: check the network and `npm config get registry`, then start again.";
  }
  return "What npm says is above. Once it is mended, start again; `npm ci` alone shows the same.";
}

async function applyPatches() {
  const program = join(modules, "patch-package", "index.js");
  const { code, output } = await run(process.execPath, [program, "--error-on-fail"]);
  if (code !== 0) {
    throw new Problem(
      `${tail(output)}\n\nThe folder patches does not fit the packages. Remove node_modules and start again.`,
    );
  }
}
