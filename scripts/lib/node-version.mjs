/** Refuses a Node.js that is too old before anything fails in a way that does not say so. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./checkout.mjs";
import { Problem } from "./problem.mjs";

/** @throws {Problem} when this Node.js is older than package.json's `engines` asks for */
export function requireNode() {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [major = 0, minor = 0] = engines.node.match(/\d+/g).map(Number);
  const [haveMajor = 0, haveMinor = 0] = process.versions.node.split(".").map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  throw new Problem(`Node.js ${major}.${minor} or newer is needed; this is ${process.versions.node}.`);
}
