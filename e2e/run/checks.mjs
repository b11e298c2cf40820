/** The checks that need no server. */
import { runNode } from "../../tools/shared/run.mjs";

/**
 * Next writes the types of its routes; without them a page's own types cannot be checked. TypeScript 7 checks ten times as
 * fast. Other tools here still need the interface of 6.
 */
const CHECKS = [
  { name: "Format and lint", commands: [["node_modules/@biomejs/biome/bin/biome", "check"]] },
  { name: "Boundaries", commands: [["e2e/run/boundaries.mjs"]] },
  { name: "Prose", commands: [["e2e/run/prose.mjs"]] },
  { name: "Unused code", commands: [["node_modules/knip/bin/knip.js"]] },
  {
    name: "Types",
    commands: [
      ["node_modules/next/dist/bin/next", "typegen"],
      ["node_modules/typescript-native/bin/tsc", "--noEmit"],
    ],
  },
];

/**
 * @param {import("../../server/program/log.mjs").Log} log
 * @returns {Promise<{ passed: number, failed: number }>} each check counts as one
 */
export async function verify(log) {
  const counts = { passed: 0, failed: 0 };
  for (const { name, commands } of CHECKS) {
    const fault = await log.step(
      name,
      () => faultOf(commands),
      name,
      (fault) => fault === null,
    );
    if (fault !== null) log.line(`${fault.trim()}\n`);
    counts[fault === null ? "passed" : "failed"] += 1;
  }
  return counts;
}

/**
 * @param {string[][]} commands
 * @returns {Promise<string | null>} what the first that fails says
 */
async function faultOf(commands) {
  for (const command of commands) {
    const { code, output } = await runNode(command);
    if (code !== 0) return output;
  }
  return null;
}
