/** The checks that need no server: format, lint, boundaries between the folders, types. */
import { join } from "node:path";
import { root } from "./checkout.mjs";
import { Problem } from "./problem.mjs";
import { isEnding, run } from "./run.mjs";
import { countStep, noCounts } from "./tests/counts.mjs";

/** @param {...string} parts */
const tool = (...parts) => join(root, "node_modules", ...parts);

/** Next writes the types of its routes; without them a page's own types cannot be checked. */
const CHECKS = [
  { name: "Format and lint", commands: [[tool("@biomejs", "biome", "bin", "biome"), "check"]] },
  { name: "Boundaries", commands: [[join(root, "scripts", "boundaries.mjs")]] },
  {
    name: "Types",
    commands: [
      [tool("next", "dist", "bin", "next"), "typegen"],
      [tool("typescript", "bin", "tsc"), "--noEmit"],
    ],
  },
];

/**
 * @param {import("./log.mjs").Log} log
 * @returns {Promise<import("./tests/counts.mjs").Counts>} each check counts as one
 */
export async function verify(log) {
  const counts = noCounts();
  for (const { name, commands } of CHECKS) {
    if (isEnding()) break;
    await countStep(counts, log, name, async () => {
      for (const command of commands) await check(command);
    });
  }
  return counts;
}

/** @param {string[]} command */
async function check(command) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
  const { code, output } = await run(process.execPath, command, { env });
  if (code !== 0) throw new Problem(output.trim());
}
