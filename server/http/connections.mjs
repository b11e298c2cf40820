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
 * connections loses the one that has been silent the longest. Node's own `maxConnections` would refuse the new one.
 * @param {import("node:http").Server} server
 * @param {{ senderOf(address: string): string, isWaiting(socket: Socket): boolean, max?: number }} how `senderOf`: whose an
 *   address is; `isWaiting`: whether a connection waits for our response to a whole request: one that does not is silent
 * @returns {(socket: Socket) => void} to be told of each response that has ended: the connection's silence begins anew
 */
export function limitConnections(server, { senderOf, isWaiting, max = MAX_CONNECTIONS }) {
  server.setTimeout(SILENT_MS);
  let all = 0;
  /** Each sender's connections, in the order in which their silence began. @type {Map<string, Set<Socket>>} */
  const open = new Map();
  /** @type {WeakMap<Socket, string>} */
  const senders = new WeakMap();

  /** @param {Socket} socket */
  function forget(socket) {
    const sender = senders.get(socket) ?? "";
    const sockets = open.get(sender);
    if (!sockets?.delete(socket)) return;
    all -= 1;
    if (sockets.size === 0) open.delete(sender);
  }

  /** Of the largest sender that has one such. @param {(socket: Socket) => boolean} mayClose */
  function oldest(mayClose) {
    /** @type {{ socket?: Socket, size: number }} */
    let found = { size: 0 };
    for (const sockets of open.values()) {
      if (sockets.size <= found.size) continue;
      const socket = [...sockets].find(mayClose);
      if (socket) found = { socket, size: sockets.size };
    }
    return found.socket;
  }

  server.on("connection", (socket) => {
    if (all >= max) {
      // Where every connection waits for us, the largest sender has asked for too much at once.
      const closing = oldest((one) => !isWaiting(one)) ?? oldest(() => true);
      if (closing) forget(closing);
      closing?.destroy();
    }
    const sender = senderOf(socket.remoteAddress ?? "");
    all += 1;
    senders.set(socket, sender);
    open.set(sender, (open.get(sender) ?? new Set()).add(socket));
    socket.once("close", () => forget(socket));
  });
  return (socket) => {
    const sockets = open.get(senders.get(socket) ?? "");
    if (sockets?.delete(socket)) sockets.add(socket);
  };
}
