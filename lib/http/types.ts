/** The plain request that both doors make: server.mjs from node:http, the route files from Next. */
export interface ApiRequest {
  method: string;
  /** Path as it was sent, still percent-encoded, without the query. */
  path: string;
  /** Query string without the question mark. */
  query: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /**
   * The whole body, or null when it is longer than `limit` bytes.
   * @throws Error named CLIENT_GONE when the client went away in the middle of it
   */
  readBody(limit: number): Promise<Uint8Array | null>;
  /** IP address of the connection, an empty string where the door does not know it. */
  address: string;
}

export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
}

export type Handle = (request: ApiRequest) => Promise<ApiResponse>;

/** The name of the error for a client that went away: server.mjs, which imports nothing of ours, spells it too. */
export const CLIENT_GONE = "ClientGone";

/** Where the one instance is published, so that the server, route files and server actions share it. */
export const INSTANCE = Symbol.for("provider-checkout.instance");

/** Where the reason is published when it could not be built. */
export const START_FAULT = Symbol.for("provider-checkout.start-fault");
