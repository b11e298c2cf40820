/**
 * What Next asks of itself never leaves the process. Behind a form that a script sent, Next fetches the page that
 * the form leads to from its own origin: over the network that would be TLS to a plain port behind a proxy with TLS, a
 * port that is closed where HOST is another address, and a second turn to draw.
 */
import { randomUUID } from "node:crypto";
import { askNext, unsent } from "./in-process.mjs";

/** Next's own origin: a name that nobody can guess, and that no resolver knows. */
export const OWN_NAME = `${randomUUID()}.invalid`;

/** Of the form, not of the page that it leads to; and nothing is coded that is read here. */
const OF_THE_FORM = ["accept-encoding", "content-type", "content-length", "expect", "transfer-encoding"];

/**
 * Answers fetches of that origin by drawing the page here. All others go where they went before.
 * @param {import("./in-process.mjs").Page} page
 * @returns {() => void} puts back what was there before
 */
export function answerOwnFetches(page) {
  const outside = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = addressOf(input).includes(OWN_NAME) ? new Request(input, init) : null;
    if (!request) return outside(input, init);
    // No form of ours is handed on to another page (server/pages/way.ts).
    if (request.method !== "GET")
      throw new TypeError(`${request.method} is not sent to this server by itself`);
    const { pathname, search } = new URL(request.url);
    const headers = Object.fromEntries([...request.headers].filter(([name]) => !OF_THE_FORM.includes(name)));
    const asked = await askNext(page, unsent(pathname + search, headers));
    const sent = new Headers();
    for (const [name, values] of Object.entries(asked.headers))
      for (const value of [values].flat()) sent.append(name, value);
    const hasBody = ![204, 205, 304].includes(asked.status);
    return new Response(hasBody ? new Uint8Array(asked.body) : null, { status: asked.status, headers: sent });
  };
  return () => {
    globalThis.fetch = outside;
  };
}

/** @param {Parameters<typeof fetch>[0]} input */
const addressOf = (input) => (input instanceof Request ? input.url : String(input));
