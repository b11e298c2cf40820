/**
 * D-182: static files that shrink are compressed once in each process, when they are first asked for, and kept. So they are
 * wherever the service runs: on a disk that cannot be written to, and beside any build.
 */
import { askNext, unsent } from "./in-process.mjs";

/** Fonts and pictures are compressed already. */
const SHRINKS = /\.(css|js|json|svg|ts|txt)$/;

/** One file has any number of names with letters that are encoded: those are neither compressed nor kept. */
const isPlain = (/** @type {string} */ path) => !path.includes("%");

/**
 * @param {import("./in-process.mjs").Page} page
 * @param {import("./coded.mjs").Send} send
 * @returns {import("./in-process.mjs").Page} sends a file
 */
export function createFiles(page, send) {
  /** What there is on the disk: at most as many as there are files. @type {Map<string, Promise<import("./in-process.mjs").Asked>>} */
  const kept = new Map();

  /** @param {string} path */
  function ask(path) {
    const asked = askNext(page, unsent(path, { host: "localhost" }));
    kept.set(path, asked);
    asked.then(
      ({ status }) => status === 200 || kept.delete(path),
      () => kept.delete(path),
    );
    return asked;
  }

  return async (request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?");
    const { range, "accept-encoding": accepted } = request.headers;
    // A part of a file is a part of it as it lies on the disk.
    if (range !== undefined || accepted === undefined || !SHRINKS.test(path) || !isPlain(path)) {
      if (SHRINKS.test(path)) response.setHeader("Vary", "Accept-Encoding");
      return page(request, response);
    }
    const file = await (kept.get(path) ?? ask(path));
    if (!isKnown(request, file)) return send(request, response, file, "once");
    const { "content-type": _, "accept-ranges": __, ...headers } = file.headers;
    response.writeHead(304, { ...headers, vary: "Accept-Encoding" }).end();
  };
}

/**
 * Next's tag is weak: it stands for the file in any coding.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("./in-process.mjs").Asked} file
 */
function isKnown({ headers: { "if-none-match": known = "" } }, { status, headers: { etag } }) {
  const tags = known.split(",").map((tag) => tag.trim());
  return status === 200 && etag !== undefined && (tags.includes(String(etag)) || tags.includes("*"));
}
