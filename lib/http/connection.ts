import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/** What the connection knows of the request that is being answered, and Next does not tell. */
export interface Connection {
  /** IP address of whoever is at its other end. */
  address: string;
  /** The request target as it was sent; Next resolves it before anything of ours sees it. */
  target: string;
  /** Whether our own server has let the request in already. */
  isAdmitted: boolean;
}

const current = new AsyncLocalStorage<Connection>();

/** The connection of the request under way; undefined where nobody told. */
export const connectionOf = () => current.getStore();

export const withConnection = <T>(connection: Connection, work: () => T): T => current.run(connection, work);

/**
 * From now on each request that arrives in this process is known by its connection, whoever's server it arrives at:
 * behind Next's own, too.
 * @returns ends it
 */
export function watchConnections(): () => void {
  const begin = (message: unknown) => {
    const { request } = message as { request: IncomingMessage };
    const { url: target = "/", socket } = request;
    current.enterWith({ address: socket.remoteAddress ?? "", target, isAdmitted: false });
  };
  subscribe("http.server.request.start", begin);
  return () => void unsubscribe("http.server.request.start", begin);
}
