/**
 * What is the same for everybody is asked of Next once and kept while its state is the same: static files and pages of
 * the documentation for ever, a provider's pages until its records change.
 * See docs/decisions/044-kept-pages.md.
 */
import { createHash } from "node:crypto";
import { askNext, unsent } from "./in-process.mjs";
import { withoutNonce } from "./own-scripts.mjs";

/** @typedef {import("./in-process.mjs").Asked} Asked */
/** @typedef {{ state: string, asked: Promise<Asked>, isThere: boolean }} Kept */

/** A page has some 50 KB. */
const MAX_KEPT = 500;

/**
 * @param {import("./in-process.mjs").Page} page
 * @param {number} [max] how many are kept; of more, the one that was not asked for longest goes
 * @returns {(path: string, state: string, turn: () => Promise<() => void>) => Promise<Asked>} `state`: what it is drawn from,
 *   read before; `turn`: waits until it may be drawn
 */
export function createKept(page, max = MAX_KEPT) {
  /** What was asked for last is the last. @type {Map<string, Kept>} */
  const kept = new Map();

  /** Nothing of the first request may become part of what is kept. @param {string} path @returns {Promise<Asked>} */
  async function ask(path) {
    const asked = await askNext(page, unsent(path, { host: "localhost", accept: "text/html" }));
    const { status, headers, body } = withoutNonce(asked);
    const {
      "request-id": _,
      etag = `"${createHash("sha256").update(body).digest("base64url")}"`,
      ...others
    } = headers;
    return { status, headers: { ...others, etag }, body };
  }

  /** @param {string} path @param {Kept} one */
  function use(path, one) {
    kept.delete(path);
    kept.set(path, one);
    return one.asked;
  }

  /** @param {string} path @param {string} state */
  function begin(path, state) {
    const one = { state, asked: ask(path), isThere: false };
    const drop = () => kept.get(path) === one && kept.delete(path);
    one.asked.then(({ status, headers }) => {
      // Neither a failure is kept, nor what is for one visitor.
      if (status !== 200 || "set-cookie" in headers) return drop();
      one.isThere = true;
      const [oldest = ""] = kept.keys();
      if (kept.size > max) kept.delete(oldest);
    }, drop);
    return use(path, one);
  }

  return async (path, state, turn) => {
    const known = kept.get(path);
    if (known?.state === state && known.isThere) return use(path, known);
    // Until it is there, each request waits for its own turn, then finds it or asks for it.
    const done = await turn();
    const now = kept.get(path);
    return (now?.state === state ? use(path, now) : begin(path, state)).finally(done);
  };
}
