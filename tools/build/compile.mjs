/** Compiles the commands to plain JavaScript: a folder that has no sources and no tsx runs them too. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { EXTERNAL } from "../../next.config.mjs";
import { readJson, root } from "../../server/program/checkout.mjs";

const FROM_SOURCE = /^node --import tsx ((?:server|tools)\/(\S+)\.ts)( \S+)?$/;
/** It writes files of the checkout. */
const ONLY_IN_A_CHECKOUT = "generate";
/** The thread that makes documents, as server/documents/renderer.ts starts it beside a compiled command. */
const THREAD = { "agreement-thread": "server/documents/worker.ts" };

/**
 * The commands of package.json that an installation needs, by the names that npm knows them by.
 * @returns {{ script: string, source: string, name: string, argument: string }[]}
 */
const commands = () =>
  Object.entries(readJson(join(root, "package.json")).scripts).flatMap(([script, line]) => {
    const [, source, name, argument = ""] = FROM_SOURCE.exec(line) ?? [];
    return source && name && script !== ONLY_IN_A_CHECKOUT ? [{ script, source, name, argument }] : [];
  });

/**
 * Writes the commands to a folder of an installation.
 * @param {string} top of the installation
 * @param {string} folder in it, two below the top, as their sources are: so they find what they look for from there
 * @param {Record<string, string>} env what the build sets beside the environment
 * @returns {Promise<Record<string, string>>} the scripts of a package.json beside which they lie, by npm's names
 * @throws {Error} naming what does not compile
 */
export async function compileCommands(top, folder, env) {
  const all = commands();
  rmSync(join(top, folder), { recursive: true, force: true });
  // Loaded only now: the packages are installed after this file was read.
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: { ...Object.fromEntries(all.map(({ name, source }) => [name, source])), ...THREAD },
    outdir: join(top, folder),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // What several commands share is written once.
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    define: { __CRASH_POINTS__: String({ ...process.env, ...env }.TEST_BUILD === "1") },
    // Packages in the older form call it.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    // What the pages leave to Node's own loading is there for the commands too.
    external: EXTERNAL,
    logLevel: "silent",
  });
  return Object.fromEntries(
    all.map(({ script, name, argument }) => [script, `node ${folder}/${name}.mjs${argument}`]),
  );
}
