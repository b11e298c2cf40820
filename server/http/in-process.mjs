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
 * The whole response to a request. Rejects where it was not drawn to its end.
 * @param {Page} page
 * @param {IncomingMessage} request
 * @returns {Promise<Asked>}
 */
export async function askNext(page, request) {
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
