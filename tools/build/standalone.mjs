/** A folder that runs the service with Node and nothing else: what an image or an archive holds. */
import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson, root } from "../../server/program/checkout.mjs";
import { compileCommands } from "./compile.mjs";

/** Where Next leaves what it has traced, and what this completes, from the top of the checkout. */
const FOLDER = ".next/standalone";

/** What runs as it stands: our server, what starts, supervises and asks it, and what these import. */
const PROGRAMS = "server";

/**
 * Completes Next's output for `output: "standalone"`, which lacks files for browsers, our own server and the commands.
 * @returns {Promise<string>} the folder, from the top of the checkout; in it `npm start` and the commands run as here
 */
export async function completeStandalone() {
  const folder = join(root, FOLDER);
  // Next's own server, which would answer without our limits.
  rmSync(join(folder, "server.js"), { force: true });
  const copied = ["public", ".next/static", ...modulesOf(PROGRAMS)];
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true });
  const commands = await compileCommands(join(folder, ".next/commands"));
  const { name, version, type, engines } = readJson(join(root, "package.json"));
  const scripts = { start: "node server/start.mjs", ...commands };
  const described = { name, version, private: true, type, engines, scripts };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(described, null, 2)}\n`);
  return FOLDER;
}

/** @param {string} folder @returns {string[]} what Node runs of it, and of its folders */
const modulesOf = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".mjs"))
    .map((file) => join(folder, file));
