/** How many connections a server keeps, and for how long. */

/** @typedef {import("node:net").Socket} Socket */

/** Each takes some 20 KB, and up to a form of 64 KiB while one is read. */
const MAX_CONNECTIONS = 4_000;
/** No response of ours takes so long: a client that does not read it is disconnected. */
const SILENT_MS = 180_000;

export const PATIENCE = {
  // Ends connections that send nothing, or send byte by byte.
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  // Longer than a load balancer keeps its connections, so that it never sends into one that is closing here.
  keepAliveTimeout: 75_000,
  // Node's refusal has no body; server/serve.mjs refuses in the API's words.
  requireHostHeader: false,
};

/**
 * Makes room for each new connection, so that a health check always gets in: beyond the limit, the sender with the most
 * connections loses its oldest. Node's own `maxConnections` would refuse the new one.
 * @param {import("node:http").Server} server
 * @param {{ senderOf(address: string): string, isWaiting(socket: Socket): boolean, max?: number }} how `senderOf`: whose an
 *   address is; `isWaiting`: whether a connection waits for our response: it is closed only where each of that sender's does
 */
export function limitConnections(server, { senderOf, isWaiting, max = MAX_CONNECTIONS }) {
  server.setTimeout(SILENT_MS);
  let all = 0;
  /** Each sender's connections, the oldest first. @type {Map<string, Set<Socket>>} */
  const open = new Map();

  /** @param {string} sender @param {Socket} socket */
  function forget(sender, socket) {
    const own = open.get(sender);
    if (!own?.delete(socket)) return;
    all -= 1;
    if (own.size === 0) open.delete(sender);
  }

  server.on("connection", (socket) => {
    const sender = senderOf(socket.remoteAddress ?? "");
    open.set(sender, (open.get(sender) ?? new Set()).add(socket));
    all += 1;
    socket.once("close", () => forget(sender, socket));
    if (all <= max) return;
    const [largest, own] = [...open].reduce((most, one) => (one[1].size > most[1].size ? one : most));
    const closing = [...own].find((one) => !isWaiting(one)) ?? [...own][0] ?? socket;
    forget(largest, closing);
    closing.destroy();
  });
}
