/** Bodies of requests: read whole, or not at all. */
import { IncomingMessage } from "node:http";

/** How long what is left of a refused body may take, and how much of it is read. */
const RUN_OUT_MS = 2_000;
const RUN_OUT_BYTES = 1024 * 1024;
/** How long a client that is still sending has to read the answer before the connection ends. */
const LINGER_MS = 1_000;

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
 * Lets a refused body run out, for a moment: a connection closed in the middle of it would lose the answer.
 * @param {IncomingMessage} request
 * @returns {Promise<boolean>} whether the connection can serve another request
 */
async function runOut(request) {
  if (request.destroyed || Number(request.headers["content-length"] ?? 0) > RUN_OUT_BYTES) return false;
  request.resume();
  let patience;
  await Promise.race([
    new Promise((resolve) => request.once("end", resolve).once("close", resolve)),
    new Promise((resolve) => {
      let length = 0;
      request.on("data", (chunk) => {
        length += chunk.length;
        if (length > RUN_OUT_BYTES) resolve(undefined);
      });
    }),
    new Promise((resolve) => {
      patience = setTimeout(resolve, RUN_OUT_MS);
    }),
  ]);
  clearTimeout(patience);
  request.pause();
  return request.complete;
}

/**
 * Sends an answer to a request whose body may not have been read.
 * @param {IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {{ status: number, headers: Record<string, string>, body: string | Uint8Array | null }} answer
 * @param {boolean} [isHeldBack] the sender waits to be asked for the body, and was not
 */
export async function sendAnswer(request, response, { status, headers, body }, isHeldBack = false) {
  const isRead = !isHeldBack && (request.complete || (await runOut(request)));
  response.writeHead(status, {
    ...(!isRead && { Connection: "close" }),
    ...(body !== null && { "Content-Length": Buffer.byteLength(body) }),
    ...headers,
  });
  if (isRead) return response.end(body);
  if (body === null) response.flushHeaders();
  else response.write(body);
  setTimeout(() => response.end(), LINGER_MS);
}
