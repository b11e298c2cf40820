/** Refuses a Node.js that cannot run this before anything fails in a way that does not say so. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./checkout.mjs";
import { Problem } from "./problem.mjs";

/** @throws {Problem} when this Node.js is none that package.json's `engines` asks for */
export function requireNode() {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { node } = process.versions;
  if (!admits(engines.node, node)) throw new Problem(`Node.js ${engines.node} is needed; this is ${node}.`);
}

/**
 * Nothing is installed yet that could read ranges, so this reads those that we use: `^1.2.3` and `>=1.2.3`, with `||`.
 * @param {string} range
 * @param {string} version
 */
export function admits(range, version) {
  const have = numbersOf(version);
  return range.split("||").some((one) => {
    const least = numbersOf(one);
    const differs = least.findIndex((number, at) => number !== have[at]);
    const isEnough = differs < 0 || (have[differs] ?? 0) > (least[differs] ?? 0);
    return isEnough && (have[0] === least[0] || one.trim().startsWith(">="));
  });
}

/** @param {string} text */
const numbersOf = (text) => (text.match(/\d+/g) ?? []).slice(0, 3).map(Number);
