/** Refuses a Node.js that cannot run this before anything fails in a way that does not say so. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../server/program/checkout.mjs";
import { Problem } from "../../server/program/problem.mjs";

/** @throws {Problem} when this Node.js is none that package.json's `engines` asks for */
export function requireNode() {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { node } = process.versions;
  if (!admits(engines.node, node)) throw new Problem(`Node.js ${engines.node} is needed; this is ${node}.`);
}

/**
 * Nothing is installed yet that could read ranges, so this reads those that we use: `^1.2.3`, `>=1.2.3` and `<25`.
 * @param {string} range with `||` between its parts
 * @param {string} version
 */
export function admits(range, version) {
  const have = numbersOf(version);
  return range.split("||").some((one) =>
    one
      .trim()
      .split(/\s+/)
      .every((bound) => isWithin(bound, have)),
  );
}

/** @param {string} bound @param {number[]} have */
function isWithin(bound, have) {
  const numbers = numbersOf(bound);
  const differs = numbers.findIndex((number, at) => number !== have[at]);
  const isBelow = differs >= 0 && (have[differs] ?? 0) < (numbers[differs] ?? 0);
  if (bound.startsWith("<")) return isBelow;
  return !isBelow && (bound.startsWith(">=") || have[0] === numbers[0]);
}

/** @param {string} text */
const numbersOf = (text) => (text.match(/\d+/g) ?? []).slice(0, 3).map(Number);
