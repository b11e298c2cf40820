/** What follows `npm test --` and `npm run test:all --`. */
import { parseArgs } from "node:util";
import { Problem } from "../problem.mjs";

/**
 * @param {string[]} words
 * @returns {{ words: string[], grep: string | undefined }} parts of paths or names of parts; words of a title
 * @throws {Problem} for an option that there is not
 */
export function readArguments(words) {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { "test-name": { type: "string", short: "t" } },
    });
    return { words: positionals, grep: values["test-name"] };
  } catch (error) {
    throw new Problem(
      `${/** @type {Error} */ (error).message}\n` +
        "There are parts of paths, such as lib/domain, and -t with words of a test's title.",
    );
  }
}
