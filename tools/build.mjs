/** Builds what an installation runs, whether or not anything has changed. */
import { runCommand } from "../server/program/shutdown.mjs";
import { ensureBuilt } from "./build/build.mjs";
import { ensureInstalled } from "./shared/install.mjs";

await runCommand(async (log) => {
  const distDir = process.env.NEXT_DIST_DIR ?? ".next";
  await ensureInstalled(log);
  await ensureBuilt({ distDir, force: true, log });
  log.line(`What runs with Node alone is in ${distDir}/standalone`);
});
