/** D-115: pages that are the same for everybody are drawn once by Next, and kept. */
import { askNext, unsent } from "./in-process.mjs";

/**
 * @typedef {object} Drawn
 * @property {number} status
 * @property {Record<string, string | string[]>} headers
 * @property {Buffer[]} pieces the page, cut where the nonce of its policy stood
 * @property {string} nonce of the page's policy; empty where it has none
 */

/**
 * @param {import("./in-process.mjs").Page} page
 * @param {import("./coded.mjs").Send} send
 */
export function createDrawn(page, send) {
  /** Those that are drawn, and those that are being drawn. @type {Map<string, Promise<Drawn>>} */
  const kept = new Map();
  /** @type {Set<string>} */
  const ready = new Set();

  /** @param {string} path @returns {Promise<Drawn>} */
  async function draw(path) {
    // Nothing of the first request may become part of the kept page.
    const asked = await askNext(page, unsent(path, { host: "localhost", accept: "text/html" }));
    const { "request-id": _, vary: __, ...headers } = asked.headers;
    const policy = String(headers["content-security-policy"] ?? "");
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    const html = asked.body.toString("utf8");
    const pieces = (nonce ? html.split(nonce) : [html]).map((piece) => Buffer.from(piece));
    return { status: asked.status, headers, pieces, nonce };
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
     * @param {import("node:http").IncomingMessage} request
     * @param {import("node:http").ServerResponse} response
     * @param {{ nonce: string, requestId: string }} own
     */
    async send({ status, headers, pieces, nonce }, request, response, own) {
      /** @param {string} text */
      const fresh = (text) => (nonce ? text.replaceAll(nonce, own.nonce) : text);
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
