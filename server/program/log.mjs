/** The progress of a command: a line at the start of each step and at its end, with its time. */
import { isLogged, lineOf } from "./lines.mjs";

/**
 * @typedef {object} Log
 * @property {(text: string) => void} line
 * @property {<T>(doing: string, work: () => Promise<T>, done?: string | ((value: T) => string), isGood?: (value: T) => boolean) => Promise<T>} step
 *   Tells what is being done, then what came of it; hands on the value, or the failure.
 */

/** @type {Log} */
export const quiet = { line() {}, step: (_doing, work) => work() };

/** @returns {Log} */
export function createLog() {
  /** @param {string} text */
  const line = (text) => void process.stdout.write(isLogged ? lineOf(30, text) : `${text}\n`);
  return {
    line,
    async step(doing, work, done = doing, isGood = () => true) {
      const start = performance.now();
      /** @param {boolean} good @param {string} text */
      const end = (good, text) =>
        line(`${good ? "✓" : "✗"} ${text} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
      line(`· ${doing} …`);
      try {
        const value = await work();
        end(isGood(value), typeof done === "function" ? done(value) : done);
        return value;
      } catch (error) {
        end(false, doing);
        throw error;
      }
    },
  };
}
