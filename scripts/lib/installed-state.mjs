/** Whether node_modules holds what package-lock.json and the folder patches ask for. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { hash, readJson, readText, root } from "./checkout.mjs";

/**
 * What a finished installation would be marked with now.
 *
 * @typedef {object} State
 * @property {string} lock package-lock.json
 * @property {string | undefined} installed npm's own list of what it put into node_modules; npm writes it last
 * @property {string} platform
 * @property {string} patches
 *
 * @param {string} modules
 * @returns {State}
 */
export function expectedState(modules) {
  const installed = readText(join(modules, ".package-lock.json"));
  return {
    lock: hash(readText(join(root, "package-lock.json")) ?? ""),
    installed: installed === undefined ? undefined : hash(installed),
    platform: `${process.platform}-${process.arch}`,
    patches: hash(...patchTexts()),
  };
}

/**
 * Packages and patches are in place, and marked as such.
 *
 * @param {State} state
 * @param {State | undefined} marked
 */
export function isSettled(state, marked) {
  return (
    state.installed !== undefined &&
    marked?.lock === state.lock &&
    marked.installed === state.installed &&
    marked.platform === state.platform &&
    marked.patches === state.patches
  );
}

/**
 * The packages are in place, by us or by a person's own `npm ci`. Patches that changed since they were applied
 * need fresh packages under them.
 *
 * @param {State} state
 * @param {State | undefined} marked
 */
export function isInstalled(state, marked) {
  if (state.installed === undefined) return false;
  if (marked && (marked.platform !== state.platform || marked.patches !== state.patches)) return false;
  const asked = readJson(join(root, "package-lock.json"));
  const present = readJson(join(root, "node_modules", ".package-lock.json"));
  return covers(asked.packages, present.packages);
}

/**
 * @typedef {Record<string, { version?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }>} Packages
 */

/**
 * Every package that this machine needs is present in its version. Of the optional ones, those made for
 * exactly this platform are needed: the database and the compilers come that way.
 *
 * @param {Packages} asked
 * @param {Packages} present
 */
export function covers(asked, present) {
  return Object.entries(asked).every(([path, wanted]) => {
    if (path === "") return true;
    const have = present[path];
    if (have) return have.version === wanted.version;
    if (!wanted.optional) return false;
    const made = wanted.os?.includes(process.platform) && wanted.cpu?.includes(process.arch);
    return !made || wanted.libc !== undefined;
  });
}

function patchTexts() {
  const folder = join(root, "patches");
  try {
    return readdirSync(folder)
      .sort()
      .flatMap((name) => [name, readText(join(folder, name)) ?? ""]);
  } catch {
    return [];
  }
}
