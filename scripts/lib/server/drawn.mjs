/** D-115: pages that are the same for everybody are drawn once by Next, and kept. */
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/**
 * @typedef {object} Drawn
 * @property {number} status
 * @property {[string, string | string[]][]} headers
 * @property {string} html
 * @property {string} nonce of the page's policy
 */

/** Headers that belong to one answer and are not kept. */
const OF_ONE_ANSWER = /^(connection|keep-alive|date|transfer-encoding|content-length|request-id|vary)$/;

/** @param {(request: IncomingMessage, response: ServerResponse) => Promise<unknown>} page draws any page */
export function createDrawn(page) {
  /** Those that are drawn, and those that are being drawn. @type {Map<string, Promise<Drawn>>} */
  const kept = new Map();
  /** @type {Set<string>} */
  const ready = new Set();

  /** @param {string} path @returns {Promise<Drawn>} */
  async function draw(path) {
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method: "GET", url: path, httpVersion: "1.1", complete: true });
    // Nothing of the first request may become part of the kept page.
    request.headers = { host: "localhost", accept: "text/html" };
    request.push(null);
    const response = new Collected(request);
    // If `page` rejects, nobody awaits this promise: it must not count as unhandled.
    response.collected.catch(() => {});
    await Promise.race([page(request, response).then(() => response.collected), tooLate()]);
    const html = Buffer.concat(response.chunks).toString("utf8");
    const headers = Object.entries(response.getHeaders()).filter(([name]) => !OF_ONE_ANSWER.test(name));
    const policy = String(response.getHeader("content-security-policy") ?? "");
    return {
      status: response.statusCode,
      headers: headers.map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
      html,
      nonce: /'nonce-([^']+)'/.exec(policy)?.[1] ?? "",
    };
  }

  /** @param {string} path */
  function begin(path) {
    const drawn = draw(path);
    kept.set(path, drawn);
    drawn.then(
      // A 404 or a failure is not kept.
      ({ status }) => (status === 200 ? ready.add(path) : kept.delete(path)),
      () => kept.delete(path),
    );
    return drawn;
  }

  return {
    /**
     * @param {string} path
     * @param {() => Promise<() => void>} turn waits until there is time to draw, and gives what ends that
     * @returns {Promise<Drawn>}
     */
    async of(path, turn) {
      const known = kept.get(path);
      if (known && ready.has(path)) return known;
      // Until the page is ready, each request waits for its own turn, then finds it drawn or draws it.
      const done = await turn();
      return (kept.get(path) ?? begin(path)).finally(done);
    },

    /**
     * Sends a page under a nonce of its own.
     * @param {Drawn} drawn
     * @param {IncomingMessage} request
     * @param {ServerResponse} response
     * @param {{ nonce: string, requestId: string }} own
     */
    async send({ status, headers, html, nonce }, request, response, own) {
      /** @param {string} text */
      const fresh = (text) => (nonce ? text.replaceAll(nonce, own.nonce) : text);
      for (const [name, value] of headers)
        response.setHeader(name, Array.isArray(value) ? value.map(fresh) : fresh(value));
      response.setHeader("Request-Id", own.requestId);
      response.setHeader("Vary", "Accept-Encoding");
      let body = Buffer.from(fresh(html));
      if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(request.headers["accept-encoding"] ?? ""))) {
        body = await promisify(gzip)(body, { level: 4 });
        response.setHeader("Content-Encoding", "gzip");
      }
      response.setHeader("Content-Length", body.length);
      response.writeHead(status).end(request.method === "HEAD" ? undefined : body);
    },
  };
}

const HANGS_MS = 60_000;

/** @returns {Promise<never>} */
const tooLate = () =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error("The page was not drawn in time")), HANGS_MS).unref();
  });

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
