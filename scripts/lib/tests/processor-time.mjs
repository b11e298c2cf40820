/** The processor time of this command and of every process that it started. */
import { readFileSync } from "node:fs";

/** Linux counts in hundredths of a second, whatever the processor. */
const TICKS_PER_SECOND = 100;

/**
 * Of this process and of its descendants that have ended. A browser's pages are not among them: their parent does not
 * wait for them.
 *
 * @returns {number | undefined} seconds; undefined where the system does not tell
 */
export function processorSeconds() {
  try {
    // The second field is the program's name, which may hold blanks; user and system time follow as fields 14 to 17.
    const fields = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return ticks / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}
