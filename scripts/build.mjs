/** Builds for `npm start`, whether or not anything has changed. */
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { createLog } from "./lib/log.mjs";
import { describe } from "./lib/problem.mjs";
import { endOnSignals } from "./lib/run.mjs";

const log = createLog();
endOnSignals();
try {
  await ensureInstalled({ log });
  await ensureBuilt({ distDir: ".next", force: true, log });
} catch (error) {
  log.line(describe(error));
  process.exitCode = 1;
}
