import { createServer, STATUS_CODES } from "node:http";
import { pathToFileURL } from "node:url";
import next from "next";

const INSTANCE = Symbol.for("provider-checkout.instance");
const START_FAULT = Symbol.for("provider-checkout.start-fault");

/**
 * One HTTP server: the API's operations first, Next for everything else.
 * @param {{ port?: number, hostname?: string, dev?: boolean }} [options] port 0 takes any that is free
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function serve({ port = Number(process.env.PORT ?? 3000), hostname, dev = false } = {}) {
  const app = next({ dev, port, hostname: hostname ?? "localhost" });
  await app.prepare();
  const page = app.getRequestHandler();
  const instance = await published();

  const server = createServer((request, response) => {
    // Once told to stop, the server closes each connection with its last answer.
    response.on("close", () => server.listening || server.closeIdleConnections());
    const target = originForm(request.url ?? "/");
    const at = target.indexOf("?");
    const path = at < 0 ? target : target.slice(0, at);
    if (!instance.owns(path)) {
      const address = request.socket.remoteAddress ?? "";
      return void instance.pages.withConnection(address, () => page(request, response));
    }
    const query = at < 0 ? "" : target.slice(at + 1);
    answer(instance, request, response, path, query).catch((error) => {
      console.error(`A request could not be answered: ${placeOf(error)}`);
      response.destroy();
    });
  });
  // What node's parser refuses never becomes a request: a method that it does not know is refused by the API all the same.
  server.on("clientError", (error, socket) => void refuseUnparsed(instance, error, socket));
  server.requestTimeout = 30_000;
  // Longer than a load balancer keeps its connections, so that it never sends into one that is closing here.
  server.keepAliveTimeout = 75_000;
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, () => resolve(undefined));
  });
  return {
    url: `http://localhost:${server.address().port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const patience = setTimeout(() => server.closeAllConnections(), instance.graceMs);
      await closed;
      clearTimeout(patience);
      await app.close();
      await instance.close();
    },
  };
}

/** The API's instance, which instrumentation.ts publishes while Next gets ready. */
async function published() {
  // Only what hangs takes as long, on any machine; a clock that is set meanwhile changes nothing.
  for (const from = performance.now(); performance.now() - from < 120_000; ) {
    if (globalThis[INSTANCE]) return globalThis[INSTANCE];
    if (globalThis[START_FAULT]) throw globalThis[START_FAULT];
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("instrumentation.ts did not publish the API's instance");
}

/** The path and query of a request target, which a proxy may have sent with scheme and host. */
function originForm(target) {
  if (target.startsWith("/")) return target;
  const url = URL.canParse(target) ? new URL(target) : null;
  return url ? url.pathname + url.search : "/";
}

async function answer(instance, request, response, path, query) {
  const { status, headers, body } = await instance.handle({
    method: request.method,
    path,
    query,
    headers: request.headers,
    readBody: (limit) => readBody(request, limit),
    address: request.socket.remoteAddress ?? "",
  });
  if (!(await isRead(request))) headers.Connection = "close";
  if (body !== null) headers["Content-Length"] = String(Buffer.byteLength(body));
  response.writeHead(status, headers).end(body);
}

/**
 * Lets a refused body run out, for a moment: a connection closed in the middle of it would lose the answer.
 * @returns whether the connection can serve another request
 */
async function isRead(request) {
  if (request.complete) return true;
  if (request.destroyed) return false;
  request.resume();
  let patience;
  await Promise.race([
    new Promise((resolve) => request.once("end", resolve).once("close", resolve)),
    new Promise((resolve) => {
      patience = setTimeout(resolve, 2_000);
    }),
  ]);
  clearTimeout(patience);
  return request.complete;
}

/** The start of a request whose method node's parser does not know. */
const UNKNOWN_METHOD = /^([!#$%&'*+.^_`|~\w-]+) (\S+) HTTP\/1\.[01]\r\n/;
const UNPARSED = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

async function refuseUnparsed(instance, error, socket) {
  if (!socket.writable || error.code === "ECONNRESET") return socket.destroy();
  const start = error.code === "HPE_INVALID_METHOD" ? error.rawPacket.toString("latin1") : "";
  const [, method, target] = UNKNOWN_METHOD.exec(start) ?? [];
  const [path, query = ""] = originForm(target ?? "/").split(/\?(.*)/s);
  if (method === undefined || !instance.owns(path))
    return socket.end(`${statusLine(UNPARSED[error.code] ?? 400)}Connection: close\r\n\r\n`);
  const request = { method, path, query, headers: {}, readBody: async () => null };
  const { status, headers, body } = await instance.handle({
    ...request,
    address: socket.remoteAddress ?? "",
  });
  const lines = { ...headers, "Content-Length": Buffer.byteLength(body ?? ""), Connection: "close" };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`${statusLine(status)}${head.join("")}\r\n${body ?? ""}`);
}

const statusLine = (status) => `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;

/** What kind of error and where, on one line: its message could quote the request. */
function placeOf(error) {
  const [at = ""] = /(?<=^ {4})at .+/m.exec(error?.stack ?? "") ?? [];
  return [error?.name ?? typeof error, error?.code, at].filter(Boolean).join(" ");
}

/** The whole body, or null once it is longer than the limit. Rejects with a ClientGone (lib/http/types.ts). */
function readBody(request, limit) {
  if (Number(request.headers["content-length"] ?? 0) > limit) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const chunks = [];
    let length = 0;
    request.on("data", (chunk) => {
      length += chunk.length;
      if (length > limit) {
        resolve(null);
      } else chunks.push(chunk);
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    const gone = () => reject(Object.assign(new Error("The client went away"), { name: "ClientGone" }));
    // After the end, too; that counts for nothing then.
    request.on("close", gone);
    if (request.destroyed) gone();
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { url, close } = await serve();
  console.log(`Provider Checkout is at ${url}`);
  const stop = () => close().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}
