/** Bodies of requests: read whole, or not at all. */
import { IncomingMessage } from "node:http";

/** How long what is left of a refused body may take, and how much of it is read. */
const RUN_OUT_MS = 2_000;
const RUN_OUT_BYTES = 1024 * 1024;
/** How long a client that is still sending has to read the answer before the connection ends. */
const LINGER_MS = 1_000;

/**
 * The whole body, or null once it is longer than the limit. Rejects with a ClientGone (lib/http/types.ts).
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
 * Whether a form or a script's call can be taken apart: Next would call one that cannot a fault of its own.
 * @param {IncomingMessage} request
 * @param {Buffer} body
 */
export async function isReadable(request, body) {
  const type = request.headers["content-type"] ?? "";
  const isForm = /^multipart\/form-data/i.test(type);
  try {
    const form = isForm
      ? await new Response(new Uint8Array(body), { headers: { "Content-Type": type } }).formData()
      : new FormData();
    if (request.headers["next-action"] === undefined) return hasOurParts(form);
    // A script's call has its arguments in one list.
    const list = JSON.parse(isForm ? String(form.get("0")) : body.toString());
    return Array.isArray(list) && isOurs(list);
  } catch {
    return false;
  }
}

/** A form without a script names its action, and what that is given, in parts: `$ACTION_1:0` and so on. @param {FormData} form */
function hasOurParts(form) {
  return [...form].every(([name, part]) => {
    const [, action, at] = /^(\$ACTION_\d+:)(\d+)$/.exec(name) ?? [];
    if (action === undefined) return true;
    /** Only the first refers to others. @param {string} text */
    const isPart = (text) => at === "0" && /^\$@[1-9]$/.test(text) && form.has(action + text.slice(2));
    return isOurs(JSON.parse(String(part)), isPart);
  });
}

/** Of what React writes beside plain texts, our pages have these: a form, no value, a text that begins with a dollar. */
const OUR_TEXT = /^($|[^$]|\$\$|\$K[\da-f]+$|\$undefined$)/;
const DEEPEST = 8;

/**
 * Whether a page of ours could have sent this: React's reader fails of much else, or waits for what never comes.
 * @param {unknown} value
 * @param {(text: string) => boolean} [isPart]
 * @param {number} [depth]
 * @returns {boolean}
 */
function isOurs(value, isPart = () => false, depth = 0) {
  if (typeof value === "string") return OUR_TEXT.test(value) || isPart(value);
  if (typeof value !== "object" || value === null) return true;
  return depth < DEEPEST && Object.values(value).every((one) => isOurs(one, isPart, depth + 1));
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
