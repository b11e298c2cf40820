/** Bodies of requests: read whole, or not at all. */
import { IncomingMessage } from "node:http";

/** How long a client that is still sending has to read the response before the connection ends. */
const LINGER_MS = 2_000;

/**
 * The whole body, or null once it is longer than the limit. Rejects with a ClientGone (packages/http/types.ts).
 * @param {IncomingMessage} request
 * @param {number} limit in bytes
 * @returns {Promise<Buffer | null>}
 */
export function readBody(request, limit) {
  if (Number(request.headers["content-length"] ?? 0) > limit) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    /** @type {Buffer[]} */
    const chunks = [];
    let length = 0;
    request.on("data", (chunk) => {
      length += chunk.length;
      if (length > limit) {
        resolve(null);
      } else chunks.push(chunk);
    });
    const gone = () => reject(Object.assign(new Error("The client went away"), { name: "ClientGone" }));
    request.on("end", () => {
      request.off("close", gone);
      resolve(Buffer.concat(chunks));
    });
    request.on("close", gone);
    if (request.destroyed) gone();
  });
}

/**
 * The same request with its body at hand: whatever reads it, no client can leave in the middle.
 * @param {IncomingMessage} request
 * @param {Buffer} body
 */
export function withBody(request, body) {
  const whole = new IncomingMessage(request.socket);
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  Object.assign(whole, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  whole.push(body);
  whole.push(null);
  whole.complete = true;
  return whole;
}

/**
 * Sends a response to a request whose body may not have been read.
 * @param {IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {{ status: number, headers: Record<string, string>, body: string | Uint8Array | null }} answer
 */
export function sendAnswer(request, response, { status, headers, body }) {
  response.writeHead(status, {
    ...(!request.complete && { Connection: "close" }),
    ...(body !== null && { "Content-Length": Buffer.byteLength(body) }),
    ...headers,
  });
  if (request.complete) return response.end(body);
  // A connection that is closed while the client sends would lose the response.
  if (body === null) response.flushHeaders();
  else response.write(body);
  request.resume().once("end", () => response.end());
  setTimeout(() => response.end(), LINGER_MS);
}
