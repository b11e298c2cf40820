/** The progress of a command: one line a step, with its time. */
import { isLogged, lineOf } from "./lines.mjs";

/**
 * @typedef {object} Log
 * @property {(text: string) => void} line
 * @property {<T>(doing: string, work: () => Promise<T>, done?: string | ((value: T) => string), isGood?: (value: T) => boolean) => Promise<T>} step
 *   Shows what is being done while it is done, then what came of it; hands on the value, or the failure.
 */

const REMIND_SECONDS = 15;

/** @type {Log} */
export const quiet = { line() {}, step: (_doing, work) => work() };

/**
 * A terminal sees one line that counts the seconds; a file or pipe gets a line at the start, at the end, and
 * now and then between, so that a long step is not taken for a hang.
 * @param {{ stream?: NodeJS.WriteStream }} [options]
 * @returns {Log}
 */
export function createLog({ stream = process.stdout } = {}) {
  // What a terminal shows of the step under way makes room for each full line.
  const wipe = stream.isTTY ? "\r\u001b[K" : "";
  /** @param {string} text */
  const line = (text) => void stream.write(isLogged ? lineOf(30, text) : `${wipe}${text}\n`);

  return {
    line,
    async step(doing, work, done = doing, isGood = () => true) {
      const start = performance.now();
      const seconds = () => (performance.now() - start) / 1000;
      const show = stream.isTTY
        ? () => stream.write(`${wipe}· ${doing} … ${seconds().toFixed(0)} s`)
        : () => line(`· ${doing} …${seconds() > REMIND_SECONDS ? ` ${seconds().toFixed(0)} s` : ""}`);
      if (stream.isTTY) show();
      let shown = 0;
      const ticker = setInterval(() => {
        if (stream.isTTY || shown % REMIND_SECONDS === 0) show();
        shown += 1;
      }, 1000);
      try {
        const value = await work();
        line(
          `${isGood(value) ? "✓" : "✗"} ${typeof done === "function" ? done(value) : done} (${seconds().toFixed(1)} s)`,
        );
        return value;
      } catch (error) {
        line(`✗ ${doing} (${seconds().toFixed(1)} s)`);
        throw error;
      } finally {
        clearInterval(ticker);
      }
    },
  };
}
