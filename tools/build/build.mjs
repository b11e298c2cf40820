/** Builds the pages when their sources have changed since the last build. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hash, readText, root } from "../../server/program/checkout.mjs";
import { Problem } from "../../server/program/problem.mjs";
import { withLock } from "../shared/lock.mjs";
import { runNode, tail } from "../shared/run.mjs";
import { sourcesOf } from "./build-id.mjs";

const STAMP = ".provider-checkout-build";

/**
 * Next keeps its build in `distDir`; a stamp beside it names the sources that it was made from. The stamp goes
 * first and comes last, so that a build which was interrupted counts as none.
 * @param {object} options
 * @param {string} options.distDir
 * @param {Record<string, string>} [options.env] what this build sets beside the environment, part of the stamp
 * @param {boolean} [options.force] build even if nothing has changed
 * @param {import("../../server/program/log.mjs").Log} options.log
 * @returns {Promise<boolean>} whether it had to be built
 * @throws {Problem} with the output of a build that failed
 */
export async function ensureBuilt({ distDir, env = {}, force = false, log }) {
  const isFresh = () => !force && isBuilt(join(root, distDir), sourceHash(root, env));
  if (isFresh()) return false;
  return withLock(
    `build ${distDir}`,
    async () => {
      if (isFresh()) return false;
      await log.step("Building the pages", () => build(join(root, distDir), env), "Pages built");
      return true;
    },
    () => log.line("Another command is building: waiting for it"),
  );
}

/** @param {string} folder @param {string} sources */
export function isBuilt(folder, sources) {
  return existsSync(join(folder, "BUILD_ID")) && readText(join(folder, STAMP)) === sources;
}

/** @param {string} folder @param {Record<string, string>} env */
async function build(folder, env) {
  rmSync(join(folder, STAMP), { force: true });
  // Hashed before the build: a source that changes while it runs makes the next start build again.
  const sources = sourceHash(root, env);
  const { code, output } = await runNode(["node_modules/next/dist/bin/next", "build"], {
    NODE_ENV: "production",
    ...env,
  });
  if (code !== 0) throw new Problem(`${tail(output, 100)}\n\nThe build failed; its output is above.`);
  writeFileSync(join(folder, STAMP), sources);
}

/**
 * A build holds absolute paths, so a checkout that was moved counts as changed.
 * @param {string} top
 * @param {Record<string, string>} [env]
 */
export function sourceHash(top, env = {}) {
  const files = sourcesOf(top);
  return hash(top, JSON.stringify(env), ...files.flatMap((file) => [file, readFileSync(file)]));
}
