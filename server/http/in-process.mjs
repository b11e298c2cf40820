/** Asks Next for a page or a file within this process, and keeps the whole answer in place of sending it. */
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

/**
 * @typedef {(request: IncomingMessage, response: ServerResponse) => Promise<unknown>} Page draws any page
 * @typedef {{ status: number, headers: Record<string, string | string[]>, body: Buffer }} Asked names in lower case
 */

/** Headers of one connection, which the sender of the answer makes anew. */
const OF_A_CONNECTION = ["connection", "keep-alive", "date", "transfer-encoding", "content-length"];

const HANGS_MS = 60_000;

/**
 * A request that comes over no connection.
 * @param {string} url path and query
 * @param {Record<string, string>} headers names in lower case
 */
export function unsent(url, headers) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: "GET", url, httpVersion: "1.1", complete: true, headers });
  request.push(null);
  return request;
}

/**
 * The whole answer to a request for a page. Rejects where it was not drawn to its end, with a NotDrawn where not within a
 * minute.
 * @param {Page} page
 * @param {IncomingMessage} request
 * @returns {Promise<Asked>}
 */
export async function askNext(page, request) {
  let patience;
  /** @type {Promise<never>} */
  const tooLate = new Promise((_, reject) => {
    const fault = Object.assign(new Error("The page was not drawn in time"), { name: "NotDrawn" });
    patience = setTimeout(() => reject(fault), HANGS_MS);
  });
  try {
    return await Promise.race([collect(page, request), tooLate]);
  } finally {
    clearTimeout(patience);
  }
}

/**
 * The whole answer to a request, however long it takes. Rejects where it has no end.
 * @param {Page} page
 * @param {IncomingMessage} request
 * @returns {Promise<Asked>}
 */
export async function collect(page, request) {
  const response = new Collected(request);
  // If `page` rejects, nobody awaits this promise: it must not count as unhandled.
  response.collected.catch(() => {});
  await page(request, response);
  await response.collected;
  const headers = Object.entries(response.getHeaders()).filter(([name]) => !OF_A_CONNECTION.includes(name));
  return {
    status: response.statusCode,
    headers: Object.fromEntries(
      headers.map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
    ),
    body: Buffer.concat(response.chunks),
  };
}

/** An answer that goes nowhere: what is written is kept. */
class Collected extends ServerResponse {
  /** @type {Buffer[]} */
  chunks = [];
  collected = new Promise((resolve, reject) => this.once("finish", resolve).once("failed", reject));

  /** A page that fails in the middle of its drawing. @override @param {Error} [error] */
  destroy(error) {
    this.emit("failed", error ?? new Error("The page was not drawn to its end"));
    return this;
  }

  /** @override @param {number} status @param {...any} given */
  writeHead(status, ...given) {
    this.statusCode = status;
    const headers = given.find((one) => typeof one === "object") ?? {};
    for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
    return this;
  }

  /** @override */
  flushHeaders() {}

  /** @override @param {any} chunk @param {...any} given */
  write(chunk, ...given) {
    const encoding = /** @type {BufferEncoding | undefined} */ (given.find((one) => typeof one === "string"));
    this.chunks.push(Buffer.from(chunk, encoding));
    given.find((one) => typeof one === "function")?.();
    return true;
  }

  /** @override @param {any} [chunk] @param {...any} given */
  end(chunk, ...given) {
    if (chunk !== undefined && chunk !== null && typeof chunk !== "function") this.write(chunk, ...given);
    this.emit("finish");
    this.emit("close");
    return this;
  }
}
