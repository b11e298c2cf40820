/** Adds up what passed and what failed. */
import { describe } from "../problem.mjs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @returns {Counts} */
export const noCounts = () => ({ passed: 0, failed: 0, skipped: 0 });

/**
 * Counts one piece of work; its failure is told and counted, and does not stop what comes after it.
 *
 * @param {Counts} counts
 * @param {import("./log.mjs").Log} log
 * @param {string} name
 * @param {() => Promise<unknown>} work
 * @returns {Promise<boolean>} whether it passed
 */
export async function countStep(counts, log, name, work) {
  try {
    await log.step(name, work);
    counts.passed += 1;
    return true;
  } catch (error) {
    log.line(`${describe(error)}\n`);
    counts.failed += 1;
    return false;
  }
}

/**
 * @param {Counts} into
 * @param {Counts} more
 */
export function add(into, more) {
  into.passed += more.passed;
  into.failed += more.failed;
  into.skipped += more.skipped;
}

/** @param {Counts} counts */
export const summary = ({ passed, failed }) => `${passed} passed, ${failed} failed`;
