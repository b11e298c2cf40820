/** Asks Next for a page or a file within this process, and keeps the whole response in place of sending it. */
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { finished } from "node:stream/promises";
import { MockedResponse } from "next/dist/server/lib/mock-request.js";

/**
 * @typedef {import("node:http").ServerResponse} ServerResponse
 * @typedef {(request: IncomingMessage, response: ServerResponse) => Promise<unknown>} Page draws any page
 * @typedef {{ status: number, headers: Record<string, string | string[]>, body: Buffer }} Asked names in lower case
 */

/** Headers of one connection, which the sender of the response makes anew. */
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
 * The whole response to a request for a page. Rejects where it was not drawn to its end, with a NotDrawn where not within a
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
 * The whole response to a request, however long it takes. Rejects where it has no end.
 * @param {Page} page
 * @param {IncomingMessage} request
 * @returns {Promise<Asked>}
 */
export async function collect(page, request) {
  // Next's own, with which it draws pages in the background. Its published type lacks these.
  const response = /** @type {MockedResponse & { buffers: Buffer[], hasStreamed: Promise<unknown> }} */ (
    new MockedResponse()
  );
  const drawn = finished(response);
  // If `page` rejects, nobody awaits these promises: they must not count as unhandled.
  for (const ended of [drawn, response.hasStreamed]) ended.catch(() => {});
  await page(request, /** @type {ServerResponse} */ (/** @type {unknown} */ (response)));
  await drawn;
  const headers = Object.entries(response.getHeaders()).filter(([name]) => !OF_A_CONNECTION.includes(name));
  return {
    status: response.statusCode,
    headers: Object.fromEntries(
      headers.map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
    ),
    body: Buffer.concat(response.buffers),
  };
}
