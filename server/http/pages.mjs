/** Shows pages and static files, and takes forms: what Next answers. */
import { readBody, sendAnswer, withBody } from "./body.mjs";
import { createSend } from "./coded.mjs";
import { askNext } from "./in-process.mjs";
import { createKept } from "./kept.mjs";

/**
 * @typedef {import("node:http").IncomingMessage} Request
 * @typedef {import("node:http").ServerResponse} Response
 * @typedef {import("../instance/instance").Instance} Instance
 * @typedef {import("../pages/page-gate").PageRequest} PageRequest
 */

/** Fonts and pictures are compressed already. */
const SHRINKS = /\.(css|js|json|svg|ts|txt)$/;

/**
 * @param {Instance} instance
 * @param {import("./in-process.mjs").Page} page Next
 * @param {boolean} dev
 * @returns {(request: Request, response: Response, isFile: boolean) => Promise<unknown>}
 */
export function createPages(instance, page, dev) {
  const send = createSend(instance.compressed);
  const kept = createKept(page);
  const { gate, addressOf, stateOf, newRequestId } = instance.pages;

  /** Refusals come before the body is read, and Next gets the whole body. @type {(request: Request, response: Response, isFile: boolean) => Promise<unknown>} */
  async function show(request, response, isFile) {
    const target = request.url ?? "/";
    const [path = "/"] = target.split("?");
    const headers = { get: (/** @type {string} */ name) => request.headers[name]?.toString() ?? null };
    const isForm = request.method === "POST";
    const connection = { address: request.socket.remoteAddress ?? "", target, isAdmitted: true };
    return instance.withConnection(connection, async () => {
      const query = target.slice(path.length + 1);
      /** @type {PageRequest} */
      const asked = {
        method: request.method ?? "",
        headers,
        address: addressOf(headers),
        isFile,
        path,
        query,
      };
      const refusal = await gate.refusalOf(asked);
      if (refusal) return sendAnswer(request, response, refusal);
      if (isFile) return sendFile(request, response, path);
      // Next compares these headers again, and logs a refused value as it is.
      if (isForm) Object.assign(request.headers, instance.formHeaders);
      const body = isForm ? await readBody(request, gate.maxBytesOf(path)) : undefined;
      const unfit = body === undefined ? null : await gate.refusalOfBody(asked, body);
      if (unfit) return sendAnswer(request, response, unfit);
      await draw(request, response, body ?? undefined, asked).catch((error) => {
        if (error?.name === "NoTurn") return sendAnswer(request, response, gate.busy(asked));
        throw error;
      });
    });
  }

  /** @type {(request: Request, response: Response, path: string) => Promise<unknown>} */
  async function sendFile(request, response, path) {
    const { range, "accept-encoding": accepted } = request.headers;
    const shrinks = SHRINKS.test(path);
    if (shrinks) response.setHeader("Vary", "Accept-Encoding");
    // A part is one of the file on the disk. A file has any number of names with encoded letters: none of those is kept.
    if (dev || range !== undefined || accepted === undefined || !shrinks || path.includes("%"))
      return page(request, response);
    return send(request, response, await kept(path, "file", async () => () => {}), "once");
  }

  /** Rejects with a NoTurn (server/pages/turns.ts) where no turn came in time. @type {(request: Request, response: Response, body: Buffer | undefined, asked: PageRequest) => Promise<unknown>} */
  async function draw(request, response, body, asked) {
    const state = body || dev ? null : await stateOf(request.url ?? "/", request.headers);
    if (instance.isUnavailable()) return sendAnswer(request, response, gate.unavailable(asked));
    if (state !== null) {
      const { headers, ...same } = await kept(asked.path, state, () => gate.turn(asked));
      const own = { ...same, headers: { ...headers, "request-id": newRequestId() } };
      return send(request, response, own, "once");
    }
    const done = await gate.turn(asked);
    if (response.closed) return done();
    if (instance.isStreamed(asked.path)) {
      done();
      return page(request, response);
    }
    response.once("close", done);
    const whole = body ? withBody(request, body) : request;
    if (dev || !(body || request.method === "GET")) return page(whole, response);
    // Sent whole: Next would write it in twenty pieces.
    const drawn = await askNext(page, whole);
    if (drawn.status === 500 && instance.isUnavailable())
      return sendAnswer(request, response, gate.unavailable(asked));
    // A form without a script, of a page of another release: nothing was done, and its page begins anew.
    if (drawn.headers["x-nextjs-action-not-found"] && !request.headers["next-action"])
      return response.writeHead(303, { Location: asked.path }).end();
    await send(request, response, drawn, !body && instance.mayBeCompressed(asked.path) ? "each" : "never");
  }

  return show;
}
