/** A folder that runs the service with Node and nothing else: what an image or an archive holds. */
import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson, root } from "../../server/program/checkout.mjs";
import { compileCommands } from "./compile.mjs";

/** What is copied as it stands: for browsers, for readers, for the database. */
const FILES = [
  ...["public", "docs/examples", "docs/guides", "openapi.json", "openapi.production.json"],
  "drizzle/migrations",
];

/** What runs as it stands: our server, what starts, supervises and asks it, and what these import. */
const PROGRAMS = "server";

/**
 * Completes Next's output for `output: "standalone"`, which lacks files for browsers, our own server and the commands.
 * In the folder `npm start` and the commands run as here, wherever it is moved.
 * @param {string} distDir of Next's build
 * @param {Record<string, string>} env what the build sets beside the environment
 */
export async function completeStandalone(distDir, env) {
  const folder = join(root, distDir, "standalone");
  // Next's own server would answer without our limits, settings of this machine are nobody else's, and Next takes e2e/server
  // for a folder of its build.
  for (const name of readdirSync(folder))
    if (/^(server\.js|e2e|\.env.*)$/.test(name)) rmSync(join(folder, name), { recursive: true });
  rmSync(join(folder, PROGRAMS), { recursive: true, force: true });
  const copied = [...FILES, `${distDir}/static`, ...modulesOf(PROGRAMS)];
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true });
  const commands = await compileCommands(folder, `${distDir}/commands`, env);
  const { name, version, type, engines } = readJson(join(root, "package.json"));
  const scripts = { start: "node server/start.mjs", ...commands };
  const described = { name, version, private: true, type, engines, scripts };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(described, null, 2)}\n`);
}

/** @param {string} folder @returns {string[]} what Node runs of it, and of its folders */
const modulesOf = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".mjs"))
    .map((file) => join(folder, file));
