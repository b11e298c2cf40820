/** How a failure and the end of a run are told: once, without colour, with the command that runs it alone. */
import { relative, sep } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../checkout.mjs";

/**
 * What a runner's reporter leaves behind.
 *
 * @typedef {object} Report
 * @property {import("./counts.mjs").Counts} counts
 * @property {{ file: string, seconds: number }[]} files
 */

/** Where a reporter writes its report, and how its part is called alone: both come from the process that started it. */
export const REPORT_FILE = "TEST_REPORT_FILE";
export const ALONE = "TEST_ALONE";

/** @param {string} file */
export const fromTop = (file) => relative(root, file).replaceAll("\\", "/");

/**
 * Of what a test prints, the lines that say that it measured again (e2e/support/measure.ts).
 *
 * @param {string} output
 */
export const measuredLines = (output) => output.match(/^Measured again .*\n/gm)?.join("") ?? "";

/**
 * @param {{ file: string, titles: string[], texts: string[] }} failure `file` from the top of the checkout, `titles`
 *   from the outermost group to the test
 * @returns {string}
 */
export function failureText({ file, titles, texts }) {
  const command = [process.env[ALONE] ?? "npm test --", file];
  if (titles.length > 0) command.push("-t", quoted(titles.at(-1) ?? ""));
  const lines = texts.flatMap((text) => plain(text).split("\n"));
  return [
    "",
    `FAILED  ${[file, ...titles].join(" › ")}`,
    ...lines.map((line) => `    ${line}`.trimEnd()),
    `    Alone: ${command.join(" ")}`,
    "",
  ].join("\n");
}

/** @param {string} text */
export const plain = (text) => stripVTControlCharacters(text).replaceAll(`${root}${sep}`, "").trim();

/**
 * One word of a command line, as a shell reads it.
 *
 * @param {string} text
 */
function quoted(text) {
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}

const SLOWEST = 10;

/**
 * @param {Report["files"]} files of all parts
 * @param {number | undefined} processorSeconds
 * @returns {string}
 */
export function closingText(files, processorSeconds) {
  const slowest = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  const lines = slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
  const used =
    processorSeconds === undefined
      ? "not known on this system"
      : `${processorSeconds.toFixed(0)} s (${(processorSeconds / 60).toFixed(1)} minutes), pages in browsers aside`;
  return [
    ...(lines.length > 0 ? ["", "The slowest files:", ...lines] : []),
    "",
    `Processor time: ${used}`,
  ].join("\n");
}
