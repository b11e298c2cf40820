/** Runs a part whose runner is Vitest. */
import { join } from "node:path";
import { root } from "../checkout.mjs";

/**
 * @param {import("./parts.mjs").Part} part
 * @param {{ files: string[] | undefined, grep: string | undefined }} choice `files`: all of the part's when undefined;
 *   `grep`: words of a title
 * @returns {string[]} the command line after node's own name
 */
export function vitestCommand(part, { files, grep }) {
  return [
    join(root, "node_modules", "vitest", "vitest.mjs"),
    "run",
    ...["--project", part.name],
    `--reporter=${join(root, "scripts", "lib", "tests", "vitest-reporter.mjs")}`,
    ...(grep === undefined ? [] : ["-t", literal(grep)]),
    ...(files ?? []),
  ];
}

/**
 * A pattern that finds just this text.
 *
 * @param {string} text
 */
export const literal = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
