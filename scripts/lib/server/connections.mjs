/** How many connections a server keeps, and for how long. */

/** Of all senders. Each takes some 20 KB, and up to a form of 64 KiB while one is read. */
const MOST = 4_000;
/** Of one sender: a campus shares an address, and a browser opens six. */
const MOST_OF_ONE = 2_000;
/** No answer of ours takes so long: a client that does not read it is disconnected. */
const SILENT_MS = 180_000;

export const PATIENCE = {
  // Ends connections that send nothing, or send byte by byte.
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  // Longer than a load balancer keeps its connections, so that it never sends into one that is closing here.
  keepAliveTimeout: 75_000,
  // Node's refusal has no body; server.mjs refuses in the API's words.
  requireHostHeader: false,
};

/**
 * Node's own `maxConnections` would have a supervised server hand the next one back to its supervisor, for another
 * server that is not there.
 * @param {import("node:http").Server} server
 * @param {(address: string) => string} senderOf whose an address is
 */
export function limitConnections(server, senderOf) {
  server.setTimeout(SILENT_MS);
  let all = 0;
  /** @type {Map<string, number>} */
  const open = new Map();
  server.on("connection", (socket) => {
    const sender = senderOf(socket.remoteAddress ?? "");
    const count = open.get(sender) ?? 0;
    // Behind our own proxy all connections share its address, so a proxy that keeps more must limit them itself.
    if (all >= MOST || count >= MOST_OF_ONE) return socket.destroy();
    all += 1;
    open.set(sender, count + 1);
    socket.once("close", () => {
      all -= 1;
      const left = (open.get(sender) ?? 1) - 1;
      if (left === 0) open.delete(sender);
      else open.set(sender, left);
    });
  });
}
