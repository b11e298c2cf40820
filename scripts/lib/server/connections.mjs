/** How many connections a server keeps, and for how long. */

/** Of all senders. Each takes some 20 KB, and up to a form of 64 KiB while one is read. */
const MOST = 4_000;
/** Of one address: a campus shares one, and a browser opens six. */
const MOST_OF_ONE = 2_000;

export const PATIENCE = {
  // Who connects and says nothing, or says it byte by byte, is let go.
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  // Longer than a load balancer keeps its connections, so that it never sends into one that is closing here.
  keepAliveTimeout: 75_000,
};

/** @param {import("node:http").Server} server */
export function limitConnections(server) {
  // Nothing of ours takes as long: whoever does not read an answer is let go.
  server.setTimeout(120_000);
  server.maxConnections = MOST;
  /** @type {Map<string, number>} */
  const open = new Map();
  server.on("connection", (socket) => {
    const address = socket.remoteAddress ?? "";
    const count = open.get(address) ?? 0;
    // Behind a proxy of our own all come from its address: where it keeps more, it is the one to count.
    if (count >= MOST_OF_ONE) return socket.destroy();
    open.set(address, count + 1);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}
