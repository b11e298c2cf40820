/** Builds for `npm start`, whether or not anything has changed. With `--standalone` also the folder that an image holds. */
import { parseArgs } from "node:util";
import { helpIfAsked } from "../server/program/help.mjs";
import { runCommand } from "../server/program/shutdown.mjs";
import { ensureBuilt } from "./build/build.mjs";
import { ensureInstalled } from "./shared/install.mjs";

helpIfAsked("build");

await runCommand(async (log) => {
  const { standalone } = parseArgs({ options: { standalone: { type: "boolean" } } }).values;
  await ensureInstalled(log);
  const env = standalone ? { STANDALONE: "1" } : undefined;
  await ensureBuilt({ distDir: ".next", force: true, env, log });
  if (!standalone) return;
  // Loaded only now: it needs the packages.
  const { completeStandalone } = await import("./build/standalone.mjs");
  const folder = await log.step("Making the folder", completeStandalone, "Folder made");
  log.line(`What runs with Node alone is in ${folder}`);
});
