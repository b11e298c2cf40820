/** Builds for `npm start`, whether or not anything has changed. */
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { runCommand } from "./lib/shutdown.mjs";

await runCommand(async (log) => {
  await ensureInstalled(log);
  await ensureBuilt({ distDir: ".next", force: true, log });
});
