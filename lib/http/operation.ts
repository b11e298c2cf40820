import type { z } from "zod";
import type { HeaderName } from "../contract/headers";
import { readQuery } from "../contract/requests";
import { read, type Validated, type Warning } from "../contract/validate";
import type { ErrorCode } from "../domain/errors";
import type { Id } from "../domain/ids";
import type { Scope } from "../domain/scopes";
import type { ApiRequest } from "./types";

/** The provider that a key is bound to, as far as requests need it. */
interface CallerProvider {
  id: Id<"prv">;
  code: string;
  name: string;
  timeZone: string;
}

export interface Caller {
  provider: CallerProvider;
  keyId: Id<"key">;
  scopes: readonly string[];
}

/** What the wrapper knows of a request when every check before the operation's own has passed. */
export interface Received {
  request: ApiRequest;
  requestId: Id<"req">;
  /** The id in the path, of what its placeholder names; an empty string where the path has none. */
  id: string;
  /** Members of the body that nothing reads; named in the sandbox only. */
  warnings: readonly Warning[];
}

/** What an operation is given: `input` is its body, or the parameters of its query. */
export type Call<Value = unknown> = Received & { input: Value };

export interface Outcome {
  status: number;
  headers?: Record<string, string>;
  /** A value is sent as JSON; text and bytes are sent as they are. */
  body: object | string | Uint8Array | null;
}

/** `open` counts for the caller's address; `unlimited` for nobody, and takes no time. */
export type Access = "key" | "optional-key" | "jobs-secret" | "open" | "unlimited";

/** What the deployment's settings admit in a body. */
interface ReadSettings {
  allowLoopback: boolean;
}

/** What an operation reads of a request: a JSON body, the parameters of the query, or nothing. */
export interface Input<Value> {
  /** One that is not required may be left out, and is read as `{}` then. */
  body?: { schema: z.ZodType; required: boolean };
  query?: z.ZodObject;
  /** @throws CheckoutError `validation_failed` */
  read(json: unknown, query: URLSearchParams, settings: ReadSettings): Validated<Value>;
}

export const nothing: Input<null> = { read: () => ({ value: null, warnings: [] }) };

export const body = <S extends z.ZodType>(schema: S, required = true): Input<z.output<S>> => ({
  body: { schema, required },
  read: (json) => read(schema, json),
});

export const optionalBody = <S extends z.ZodType>(schema: S) => body(schema, false);

export const query = <S extends z.ZodObject>(schema: S): Input<z.output<S>> => ({
  query: schema,
  read: (_, parameters) => ({ value: readQuery(schema, parameters), warnings: [] }),
});

/** What is published of an operation, and what the router and the gate go by. */
export interface Operation {
  id: string;
  method: "GET" | "POST" | "DELETE";
  /** At most one placeholder, `{checkoutId}` for example, which stands for one segment. */
  path: string;
  tag: string;
  summary: string;
  description: string;
  access: Access;
  scope?: Scope;
  /** Kept out of the published document: for the deployment's own machinery. */
  internal?: boolean;
  /** Open to browsers of any origin: `GET /v1/environment` alone. */
  cors?: boolean;
  /** Takes an Idempotency-Key. */
  idempotent?: boolean;
  /** Of a legacy route, the path to use in its place. */
  successor?: string;
  input: Input<unknown>;
  /** Beside the headers that every answer has, those of this one by their names on the wire. */
  responses: Record<
    number,
    {
      description: string;
      schema?: z.ZodType;
      contentType?: string;
      headers?: Readonly<Record<string, HeaderName>>;
    }
  >;
  errors: readonly ErrorCode[];
}

/** An operation that can be called. */
export interface Served<Deps> extends Operation {
  /**
   * Reads what was sent, and gives the work that is then to be done.
   * @throws CheckoutError `validation_failed`
   */
  receive(
    deps: Deps,
    json: unknown,
    query: URLSearchParams,
  ): {
    warnings: readonly Warning[];
    run(received: Received, caller: Caller | null): Promise<Outcome>;
  };
}
