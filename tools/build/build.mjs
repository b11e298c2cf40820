/** Builds what an installation runs, as far as its sources have changed since the last build. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hash, readText, root } from "../../server/program/checkout.mjs";
import { Problem } from "../../server/program/problem.mjs";
import { withLock } from "../shared/lock.mjs";
import { runNode, tail } from "../shared/run.mjs";
import { sourcesBeside, sourcesOf } from "./build-id.mjs";

const STAMP = ".provider-checkout-build";
const STAMP_OF_FOLDER = ".provider-checkout-standalone";

/**
 * Next keeps its build in `distDir`, and beside it in `standalone` stands what an installation runs. A stamp for each names
 * the sources that it was made from. The stamp goes first and comes last, so that a build which was interrupted counts as
 * none.
 * @param {object} options
 * @param {string} options.distDir
 * @param {Record<string, string>} [options.env] what this build sets beside the environment, part of the stamp
 * @param {boolean} [options.force] build even if nothing has changed
 * @param {import("../../server/program/log.mjs").Log} options.log
 * @returns {Promise<boolean>} whether it had to be built
 * @throws {Problem} with the output of a build that failed
 */
export async function ensureBuilt({ distDir, env = {}, force = false, log }) {
  const folder = join(root, distDir);
  // A platform of functions takes the pages and nothing else.
  const how = process.env.VERCEL ? env : { STANDALONE: "1", ...env };
  const hasPages = () => !force && isBuilt(folder, sourceHash(root, how));
  const isComplete = () => hasPages() && readText(join(folder, STAMP_OF_FOLDER)) === folderHash(root, how);
  if (isComplete()) return false;
  return withLock(
    `build ${distDir}`,
    async () => {
      if (isComplete()) return false;
      const work = async () => {
        rmSync(join(folder, STAMP_OF_FOLDER), { force: true });
        // First: a platform of functions packs them with the pages. Loaded only now, as the next is: they need the packages.
        const { makeDownloads } = await import("./downloads.mjs");
        await withLock("downloads", () => makeDownloads());
        if (!hasPages()) await build(distDir, how);
        const sources = folderHash(root, how);
        const { completeStandalone } = await import("./standalone.mjs");
        if (how.STANDALONE) await completeStandalone(distDir, how);
        writeFileSync(join(folder, STAMP_OF_FOLDER), sources);
      };
      await log.step("Building the pages", work, "Pages built");
      return true;
    },
    () => log.line("Another command is building: waiting for it"),
  );
}

/** @param {string} folder @param {string} sources */
export function isBuilt(folder, sources) {
  return existsSync(join(folder, "BUILD_ID")) && readText(join(folder, STAMP)) === sources;
}

/** @param {string} distDir @param {Record<string, string>} env */
async function build(distDir, env) {
  const folder = join(root, distDir);
  rmSync(join(folder, STAMP), { force: true });
  // Hashed before the build: a source that changes while it runs makes the next start build again.
  const sources = sourceHash(root, env);
  const { code, output } = await runNode(["node_modules/next/dist/bin/next", "build"], {
    NODE_ENV: "production",
    NEXT_DIST_DIR: distDir,
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

/** @param {string} top @param {Record<string, string>} env */
function folderHash(top, env) {
  const files = sourcesBeside(top);
  return hash(sourceHash(top, env), ...files.flatMap((file) => [file, readFileSync(file)]));
}
