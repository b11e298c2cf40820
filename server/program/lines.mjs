/** D-192: in production all that a process writes is one line of JSON a time, whoever writes it: we, Next or Node. */
import { hostname } from "node:os";
import { format, stripVTControlCharacters } from "node:util";

/** As pino numbers them. */
const LEVELS = /** @type {const} */ ({ debug: 20, log: 30, info: 30, warn: 40, error: 50, trace: 50 });
const FATAL = 60;

/** The streams as they were: a process has one of these, and several copies of this module. */
const STREAMS = Symbol.for("provider-checkout.streams");
/** @typedef {"stdout" | "stderr"} Stream */
/** @typedef {Record<Stream, (text: string) => void>} Streams */

/** @returns {Streams | undefined} */
const streams = () => /** @type {Record<symbol, any>} */ (globalThis)[STREAMS];

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

/** Whether a text is a line of the log already. @param {string} text */
function isLine(text) {
  if (!text.startsWith('{"level":')) return false;
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

/** From now on console and streams of this process write lines of JSON. A second call changes nothing. */
function writeLines() {
  if (streams()) return;
  const written = /** @type {Streams} */ ({});
  for (const name of /** @type {const} */ (["stdout", "stderr"])) {
    const stream = process[name];
    const write = stream.write.bind(stream);
    written[name] = (text) => void write(text);
    /** @type {(chunk: string | Uint8Array, encoding?: any, done?: any) => boolean} */
    const wrapped = (chunk, encoding, done) => {
      const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      const then = typeof encoding === "function" ? encoding : done;
      if (stripVTControlCharacters(text).trim() === "") return write("", then);
      return write(isLine(text) ? text : lineOf(name === "stdout" ? LEVELS.log : LEVELS.error, text), then);
    };
    stream.write = /** @type {typeof stream.write} */ (wrapped);
  }
  Object.assign(globalThis, { [STREAMS]: written });
  for (const [name, level] of /** @type {[keyof typeof LEVELS, number][]} */ (Object.entries(LEVELS)))
    console[name] = (/** @type {unknown[]} */ ...said) => {
      const text = format(...said);
      if (text.trim() !== "") written[level > LEVELS.info ? "stderr" : "stdout"](lineOf(level, text));
    };
  // Node's own listener writes a text past the streams.
  process.removeAllListeners("warning");
  process.on("warning", ({ name, message }) => written.stderr(lineOf(LEVELS.warn, `${name}: ${message}`)));
}

/**
 * Tells why a process does not start: the block that a person reads and, where lines are JSON, one of them.
 * @param {string} text
 * @param {readonly string[]} [faults]
 */
export function tellRefusal(text, faults) {
  const written = streams();
  if (!written) return console.error(text);
  const [first = ""] = text.split("\n");
  written.stdout(lineOf(FATAL, first, faults && { faults }));
  written.stderr(`\n${text}\n\n`);
}

if (process.env.ENVIRONMENT === "production") writeLines();
