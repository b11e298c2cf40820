/** In production all that a process writes is one line of JSON a time, whoever writes it: we, Next or Node. */
import { hostname } from "node:os";
import { format, stripVTControlCharacters } from "node:util";

/** As pino numbers them. */
const LEVELS = /** @type {const} */ ({ debug: 20, log: 30, info: 30, warn: 40, error: 50, trace: 50 });
const FATAL = 60;

export const isLogged = process.env.ENVIRONMENT === "production";

/**
 * A line as the log has them (server/log.ts).
 * @param {number} level
 * @param {string} text
 * @param {object} [details]
 */
export function lineOf(level, text, details = {}) {
  const msg = stripVTControlCharacters(text).trim();
  return `${JSON.stringify({ level, time: Date.now(), pid: process.pid, host: hostname(), ...details, msg })}\n`;
}

/**
 * Tells why a process does not start: the block that a person reads and, where lines are JSON, one of them.
 * @param {string} text
 * @param {readonly string[]} [faults]
 */
export function tellRefusal(text, faults) {
  if (!isLogged) return console.error(text);
  const [first = ""] = text.split("\n");
  process.stdout.write(lineOf(FATAL, first, faults && { faults }));
  process.stderr.write(`\n${text}\n\n`);
}

if (isLogged) {
  for (const [name, level] of /** @type {[keyof typeof LEVELS, number][]} */ (Object.entries(LEVELS)))
    console[name] = (/** @type {unknown[]} */ ...said) => {
      const text = format(...said);
      if (text.trim() !== "") process[level > LEVELS.info ? "stderr" : "stdout"].write(lineOf(level, text));
    };
  // Node's own listener writes a text.
  process.removeAllListeners("warning");
  process.on("warning", ({ name, message }) =>
    process.stderr.write(lineOf(LEVELS.warn, `${name}: ${message}`)),
  );
}
