/**
 * Pages that are the same for everybody are drawn by Next when they are first asked for, and kept while their state is the
 * same: a page of the documentation for ever (D-115), a provider's until its records change (D-276).
 */
import { createHash } from "node:crypto";
import { askNext, unsent } from "./in-process.mjs";
import { withoutNonce } from "./own-scripts.mjs";

/**
 * @typedef {object} Drawn
 * @property {number} status
 * @property {Record<string, string | string[]>} headers
 * @property {Buffer[]} pieces the page, cut where the nonce of its policy stood
 * @property {string} nonce of the page's policy; empty where it has none, and the page is the same bytes for everybody
 */

/**
 * @typedef {object} Kept
 * @property {string} state
 * @property {Promise<Drawn>} drawn
 * @property {number} bytes 0 until it is drawn
 */

/** Some hundred pages. */
const MAX_BYTES = 48 * 1024 * 1024;

/**
 * @param {import("./in-process.mjs").Page} page
 * @param {import("./coded.mjs").Send} send
 * @param {number} [mostBytes] of pages that are kept; of more, those that were not asked for longest go
 */
export function createDrawn(page, send, mostBytes = MAX_BYTES) {
  /** Those that are drawn, and those that are being drawn; the one that was asked for last is the last. @type {Map<string, Kept>} */
  const kept = new Map();
  let bytes = 0;

  /** @param {string} path @returns {Promise<Drawn>} */
  async function draw(path) {
    // Nothing of the first request may become part of the kept page.
    const asked = await askNext(page, unsent(path, { host: "localhost", accept: "text/html" }));
    const { "request-id": _, ...headers } = asked.headers;
    const policy = String(headers["content-security-policy"] ?? "");
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    const html = asked.body.toString("utf8");
    const same = nonce ? withoutNonce({ html, headers, nonce }) : { html, headers };
    if (same) {
      const whole = Buffer.from(same.html);
      const etag = `"${createHash("sha256").update(whole).digest("base64url")}"`;
      return { headers: { etag, ...same.headers }, status: asked.status, pieces: [whole], nonce: "" };
    }
    const pieces = html.split(nonce).map((piece) => Buffer.from(piece));
    return { status: asked.status, headers, pieces, nonce };
  }

  /** @param {string} path @param {Kept} one */
  function drop(path, one) {
    if (kept.get(path) !== one) return;
    kept.delete(path);
    bytes -= one.bytes;
  }

  /** @param {string} path @param {Kept} one */
  function use(path, one) {
    kept.delete(path);
    kept.set(path, one);
    return one.drawn;
  }

  /** @param {string} path @param {string} state */
  function begin(path, state) {
    const before = kept.get(path);
    if (before) drop(path, before);
    /** @type {Kept} */
    const one = { state, drawn: draw(path), bytes: 0 };
    one.drawn.then(
      ({ status, headers, pieces }) => {
        // A 404 or a failure is not kept, nor what is for one visitor.
        if (status !== 200 || "set-cookie" in headers) return drop(path, one);
        if (kept.get(path) !== one) return;
        one.bytes = pieces.reduce((sum, { length }) => sum + length, 0);
        bytes += one.bytes;
        for (const [other, oldest] of kept) {
          if (bytes <= mostBytes) break;
          drop(other, oldest);
        }
      },
      () => drop(path, one),
    );
    return use(path, one);
  }

  return {
    /**
     * @param {string} path
     * @param {string} state what the page is drawn from, read before
     * @param {() => Promise<() => void>} turn waits until there is time to draw, and gives what ends that
     * @returns {Promise<Drawn>}
     */
    async of(path, state, turn) {
      const known = kept.get(path);
      if (known?.state === state && known.bytes > 0) return use(path, known);
      // Until the page is ready, each request waits for its own turn, then finds it drawn or draws it.
      const done = await turn();
      const now = kept.get(path);
      return (now?.state === state ? use(path, now) : begin(path, state)).finally(done);
    },

    /**
     * Sends a page, compressed once where it is the same bytes for everybody; else under a nonce of its own.
     * @param {Drawn} drawn
     * @param {import("node:http").IncomingMessage} request
     * @param {import("node:http").ServerResponse} response
     * @param {{ nonce: string, requestId: string }} own
     */
    async send({ status, headers, pieces, nonce }, request, response, own) {
      const [same = Buffer.alloc(0)] = pieces;
      if (!nonce) {
        const known = { ...headers, "request-id": own.requestId };
        if (status === 200 && isKnown(request, headers.etag))
          return void response.writeHead(304, { ...known, vary: "Accept-Encoding" }).end();
        return send(request, response, { status, headers: known, body: same }, "once");
      }
      /** @param {string} text */
      const fresh = (text) => text.replaceAll(nonce, own.nonce);
      const renewed = Object.entries(headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map(fresh) : fresh(value),
      ]);
      const all = { ...Object.fromEntries(renewed), "request-id": own.requestId };
      // Encoded once: of a large page, asked for twenty times at once, that would keep the thread for a long time.
      const ours = Buffer.from(own.nonce);
      const body = Buffer.concat(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [ours, piece])));
      await send(request, response, { status, headers: all, body });
    },
  };
}

/** Whether the sender has the page already. @param {import("node:http").IncomingMessage} request @param {string | string[] | undefined} etag */
function isKnown({ headers }, etag) {
  const tags = (headers["if-none-match"] ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  return tags.some((one) => one === "*" || one === String(etag));
}
