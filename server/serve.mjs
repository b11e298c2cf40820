import "./program/lines.mjs";
import { EventEmitter } from "node:events";
import { realpathSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import next from "next";
import { readBody, sendAnswer } from "./http/body.mjs";
import { limitConnections, PATIENCE } from "./http/connections.mjs";
import { answerOwnFetches, OWN_NAME } from "./http/own-fetch.mjs";
import { createPages } from "./http/pages.mjs";
import { hasItsHost, unknownMethodIn, writeRaw } from "./http/unparsed.mjs";
import { serveUntilTold } from "./processes/process.mjs";
import { takeKeptConfig } from "./processes/standalone.mjs";
import { listenOn, parsePort } from "./program/port.mjs";

/**
 * @typedef {import("node:http").IncomingMessage} Request
 * @typedef {import("node:http").ServerResponse} Response
 * @typedef {import("node:net").Socket} Socket
 * @typedef {import("./instance/instance").Instance} Instance
 */

/** How many requests of one connection may wait for their responses. */
const MAX_UNANSWERED = 10;

const INSTANCE = Symbol.for("provider-checkout.instance");
const START = Symbol.for("provider-checkout.start");
const START_FAULT = Symbol.for("provider-checkout.start-fault");

/**
 * One HTTP server: the API's operations first, Next for everything else.
 * @param {{ port?: number, hostname?: string, dev?: boolean }} [options] port 0 takes any that is free
 * @returns {Promise<{ url: string, fail(error: unknown): void, note(error: unknown, kind: "rejection" | "page"): void, close(): Promise<void> }>} `fail`: told of a fault that
 *   nobody expected, after which the server is not ready any more; `note`: of one that ends nothing
 */
export async function serve({ port = parsePort(process.env.PORT), hostname, dev = false } = {}) {
  Object.assign(globalThis, { [START]: true });
  // Next's own origin has nothing to do with where we listen. Only development answers upgrades.
  const upgrades = /** @type {import("node:http").Server} */ (new EventEmitter());
  if (!dev) takeKeptConfig();
  const app = next({ dev, port, hostname: dev ? "localhost" : OWN_NAME, httpServer: upgrades });
  const page = app.getRequestHandler();
  const letGo = answerOwnFetches(page);
  await app.prepare();
  const instance = await published();

  const server = createServer(PATIENCE, receive);
  // By default Node drops what follows the thousandth line: a proxy's own header, for example.
  server.maxHeadersCount = 0;
  /** Each connection's unanswered requests, in their order. @type {WeakMap<Socket, Set<Response>>} */
  const underWay = new WeakMap();
  const unansweredOf = (/** @type {Socket} */ socket) => [...(underWay.get(socket) ?? [])];
  limitConnections(server, {
    senderOf: instance.senderOf,
    isWaiting: (socket) => unansweredOf(socket).some(({ req }) => req.complete),
  });
  /** Connections that end with the responses that are due: nothing more is read on them. @type {WeakSet<Socket>} */
  const refused = new WeakSet();
  let isEnding = false;

  const show = createPages(instance, page, dev);

  /** @type {(request: Request, response: Response) => unknown} */
  function receive(request, response) {
    const { socket } = request;
    const unanswered = underWay.get(socket) ?? new Set();
    if (socket.destroyed || refused.has(socket)) return;
    if (unanswered.size >= MAX_UNANSWERED) {
      // Each takes memory. The client gets the ten responses, and sends the rest again on another connection.
      refused.add(socket);
      socket.pause();
      return endAfterAnswers(socket);
    }
    underWay.set(socket, unanswered.add(response));
    // A server that ends asks for the next request on another connection. Only the last response may say so: the
    // connection ends with it.
    if (isEnding) for (const one of unanswered) one.shouldKeepAlive = one !== response;
    response.on("close", () => {
      unanswered.delete(response);
      // Once told to stop, the server closes each connection with its last answer.
      if (!server.listening) server.closeIdleConnections();
    });
    respond(request, response).catch((error) => {
      if (error?.name !== "ClientGone") instance.note(error, "request");
      response.destroy();
    });
  }

  /** @type {(request: Request, response: Response) => Promise<unknown>} */
  async function respond(request, response) {
    if (!hasItsHost(request)) {
      response.shouldKeepAlive = false;
      return sendAnswer(request, response, instance.answerUnparsed(undefined));
    }
    const { path, query } = instance.readTarget(request.url ?? "/");
    const way = instance.wayOf({ method: request.method ?? "", path, headers: request.headers });
    if (way === "api") return answer(request, response, path, query);
    for (const [name, value] of Object.entries(instance.pageHeaders)) response.setHeader(name, value);
    instance.pageAsked(request, response, path);
    // Next expects a path, and a proxy may have sent scheme and host too.
    request.url = query ? `${path}?${query}` : path;
    return show(request, response, way === "file");
  }

  /** @type {(request: Request, response: Response, path: string, query: string) => Promise<unknown>} */
  async function answer(request, response, path, query) {
    // Some repeated headers are lists; we read none of those.
    const headers = /** @type {Record<string, string | undefined>} */ (request.headers);
    const isKeyed = headers["idempotency-key"] !== undefined;
    const keys = isKeyed ? (request.headersDistinct["idempotency-key"] ?? []) : [];
    const answered = await instance.handle({
      method: request.method ?? "",
      path,
      query,
      // Node joins two Idempotency-Keys into one text; an empty one is refused.
      headers: keys.length > 1 ? { ...headers, "idempotency-key": "" } : headers,
      readBody: (limit) => readBody(request, limit),
      address: request.socket.remoteAddress ?? "",
    });
    const followUp = instance.followUpOf(request.method ?? "", path, answered.status);
    if (followUp) response.once("close", followUp);
    return sendAnswer(request, response, answered);
  }

  /**
   * Ends a connection on which nothing more can be read, once the requests that came whole are answered.
   * Where an answer is half written, nothing is added to it. @param {Socket} socket
   */
  function endAfterAnswers(socket) {
    const unanswered = unansweredOf(socket);
    const last = unanswered.findLast(({ req }) => req.complete);
    if (last) {
      last.shouldKeepAlive = false;
      last.once("close", () => socket.destroySoon());
      return true;
    }
    if (!unanswered.some(({ headersSent }) => headersSent)) return false;
    socket.destroySoon();
    return true;
  }

  server.on("checkExpectation", receive);
  if (dev) server.on("upgrade", (...upgrade) => upgrades.emit("upgrade", ...upgrade));
  // Bytes that node's parser refuses never become a request, and are answered all the same.
  server.on("clientError", (/** @type {NodeJS.ErrnoException} */ error, /** @type {Socket} */ socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    if (endAfterAnswers(socket)) return;
    if (!socket.writable || error.code === "ECONNRESET") return socket.destroy();
    const unknown = unknownMethodIn(error);
    if (!unknown) return writeRaw(socket, instance.answerUnparsed(error.code));
    const { method, target } = unknown;
    const request = { method, ...instance.readTarget(target), headers: {}, readBody: async () => null };
    instance
      .handle({ ...request, address: socket.remoteAddress ?? "" })
      .then((answered) => writeRaw(socket, answered))
      .catch(() => socket.destroy());
  });
  await listenOn(server, port, hostname);
  const { port: taken } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://localhost:${taken}`,
    fail: (error) => instance.fail(error),
    note: (error, kind) => instance.note(error, kind),
    async close() {
      isEnding = true;
      instance.drain();
      // Load balancers look at /readyz meanwhile, and send nothing more.
      await sleep(instance.drainMs);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const patience = setTimeout(() => server.closeAllConnections(), instance.graceMs);
      await closed;
      clearTimeout(patience);
      await app.close();
      letGo();
      await instance.close();
    },
  };
}

/**
 * The API's instance, which instrumentation.ts publishes while Next gets ready.
 * @returns {Promise<Instance>}
 */
async function published() {
  const published = /** @type {Record<symbol, any>} */ (globalThis);
  // However long it takes: a machine may be slow, and it always publishes one of the two.
  while (!published[INSTANCE]) {
    if (published[START_FAULT]) throw published[START_FAULT];
    await sleep(20);
  }
  return published[INSTANCE];
}

// The path may be another name of the folder, such as a release's.
if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  await serveUntilTold(() => serve({ hostname: process.env.HOST }));
}
