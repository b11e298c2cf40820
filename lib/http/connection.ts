import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";

/** What Next does not tell of the request that is being answered. */
export interface Connection {
  /** The other end's IP address. */
  address: string;
  /** The request target as it was sent; Next resolves dots and slashes before our code sees it. */
  target: string;
  /** Whether our own server has let the request in already. */
  isAdmitted: boolean;
}

const current = new AsyncLocalStorage<Connection>();

export const connectionOf = () => current.getStore();

export const withConnection = <T>(connection: Connection, work: () => T): T => current.run(connection, work);

/**
 * Remembers the connection of each request that arrives in this process, by our own server or by Next's.
 * @param onRequest is told of each, before anybody answers it
 * @returns a function that stops it
 */
export function watchConnections(
  onRequest?: (request: IncomingMessage, response: ServerResponse) => void,
): () => void {
  const begin = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const { url: target = "/", socket } = request;
    current.enterWith({ address: socket.remoteAddress ?? "", target, isAdmitted: false });
    onRequest?.(request, response);
  };
  subscribe("http.server.request.start", begin);
  return () => void unsubscribe("http.server.request.start", begin);
}
