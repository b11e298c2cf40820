/**
 * Runs one function of a build, as the platform's runtime for Node does: `node function.mjs FOLDER`. It tells its parent the
 * port, and of each request when its answer and all that was handed to `waitUntil` are done.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";

const folder = process.argv[2] ?? "";
const { handler, launcherType, useWebApi } = JSON.parse(
  readFileSync(join(folder, ".vc-config.json"), "utf8"),
);
if (launcherType !== "Nodejs") throw new RangeError(`No such launcher: ${launcherType}`);

/** @type {AsyncLocalStorage<{ waitUntil(promise: Promise<unknown>): void }>} */
const contexts = new AsyncLocalStorage();
Reflect.set(globalThis, Symbol.for("@vercel/request-context"), { get: () => contexts.getStore() });

const answer = await createRequire(join(folder, "x.cjs"))(join(folder, handler));

const server = createServer((request, response) => {
  const id = request.headers["x-vercel-id"];
  /** @type {Promise<unknown>[]} */
  const later = [];
  const context = { waitUntil: (/** @type {Promise<unknown>} */ promise) => void later.push(promise) };
  response.once("close", async () => {
    const { user, system } = process.cpuUsage();
    // Work that is waited for may hand over more.
    for (let done = 0; done < later.length; done = later.length) await Promise.allSettled(later);
    process.send?.({ id, processorMs: (user + system) / 1000, waited: later.length });
  });
  contexts.run(context, () =>
    Promise.resolve(useWebApi ? answerWeb(request, response) : answer(request, response)).catch((error) => {
      console.error(error);
      response.destroy();
    }),
  );
});

/** @type {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => Promise<void>} */
async function answerWeb(request, response) {
  const headers = /** @type {[string, string][]} */ (Object.entries(request.headers));
  const url = `${request.headers["x-forwarded-proto"]}://${request.headers.host}${request.url}`;
  const body = await buffer(request);
  const made = await answer(
    new Request(url, { method: request.method, headers, ...(body.length > 0 && { body }) }),
  );
  response.writeHead(made.status, [...made.headers].flat());
  response.end(Buffer.from(await made.arrayBuffer()));
}

// The front keeps its connections to a function that it has stopped.
server.keepAliveTimeout = 0;
server.requestTimeout = 0;
server.listen(0, "127.0.0.1", () => {
  process.send?.({ port: /** @type {import("node:net").AddressInfo} */ (server.address()).port });
});
