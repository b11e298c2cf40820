import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/** What Next does not tell of the request that is being answered. */
export interface Connection {
  /** The other end's IP address. */
  address: string;
  /** The request target as it was sent; Next resolves dots and slashes before our code sees it. */
  target: string;
  /** Whether a proxy says that it passed the request on. Next adds such headers by itself later. */
  isForwarded: boolean;
  /** Whether our own server has let the request in already. */
  isAdmitted: boolean;
  /** Something that a page needs was not available. */
  isUnavailable?: boolean;
}

/** What proxies and tunnels add. */
const OF_A_PROXY =
  /^(x-(original-)?forwarded-[\w-]+|forwarded|via|x-(real|client|cluster-client)-ip|true-client-ip|cf-connecting-ip(v6)?|cdn-loop)$/i;
/** By the headers as they came: names and values in turn. */
const isForwarded = (raw: readonly string[]) => raw.some((text, at) => at % 2 === 0 && OF_A_PROXY.test(text));

const current = new AsyncLocalStorage<Connection>();

export const connectionOf = () => current.getStore();

/** Goes on with the connection of a request that has arrived, as our own server knows it. */
export const withConnection = <T>(connection: Omit<Connection, "isForwarded">, work: () => T): T =>
  current.run({ ...connection, isForwarded: current.getStore()?.isForwarded ?? true }, work);

export function noteUnavailable(): void {
  const connection = current.getStore();
  if (connection) connection.isUnavailable = true;
}

/**
 * Remembers the connection of each request that arrives in this process, by our own server or by Next's.
 * @returns a function that stops it
 */
export function watchConnections(): () => void {
  const begin = (message: unknown) => {
    const { request } = message as { request: IncomingMessage };
    const { url: target = "/", socket, rawHeaders } = request;
    current.enterWith({
      address: socket.remoteAddress ?? "",
      target,
      // Looked for only where somebody asks.
      get isForwarded() {
        return isForwarded(rawHeaders);
      },
      isAdmitted: false,
    });
  };
  subscribe("http.server.request.start", begin);
  return () => void unsubscribe("http.server.request.start", begin);
}
