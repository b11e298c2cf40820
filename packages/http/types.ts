/** Headers as a page's request has them: by name, in any letters. */
export type HeadersOf = Pick<Headers, "get">;

/** A request, whoever received it: server/serve.mjs from node:http, or Next's route handlers. */
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
  /** IP address of the connection; an empty string where it is not known. */
  address: string;
}

export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
}

export type Handle = (request: ApiRequest) => Promise<ApiResponse>;

/** Name of the error for a client that went away. server/http/body.mjs cannot import it and spells it too. */
export const CLIENT_GONE = "ClientGone";

/** The key on globalThis under which server, route files and server actions find the one instance. */
export const INSTANCE = Symbol.for("provider-checkout.instance");

/** The key under which server/serve.mjs says that it starts the instance, and ends where that fails. */
export const START = Symbol.for("provider-checkout.start");

/** The key for the error, where the instance could not be built. */
export const START_FAULT = Symbol.for("provider-checkout.start-fault");
