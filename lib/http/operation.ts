import type { z } from "zod";
import type { HeaderName } from "../contract/headers";
import type { Validated, Warning } from "../contract/validate";
import type { ErrorCode } from "../domain/errors";
import type { Id } from "../domain/ids";
import type { Scope } from "../domain/scopes";
import type { ApiRequest } from "./types";

/** The provider that a key is bound to, as far as requests need it. */
export interface CallerProvider {
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

/** What an operation is given once every check before its own has passed. */
export interface Call<Body> {
  request: ApiRequest;
  requestId: Id<"req">;
  /** The id in the path, of what its placeholder names; an empty string where the path has none. */
  id: string;
  query: URLSearchParams;
  body: Body;
  warnings: readonly Warning[];
}

export interface Outcome {
  status: number;
  headers?: Record<string, string>;
  /** A value is sent as JSON; text and bytes are sent as they are. */
  body: object | string | Uint8Array | null;
}

/** `open` counts for the caller's address; `unlimited` for nobody, and takes no time. */
export type Access = "key" | "optional-key" | "jobs-secret" | "open" | "unlimited";

/** One row of the table: method, path, schemas, scope, verb. Router, OpenAPI and route files come from it. */
export interface Operation<Body = unknown> {
  id: string;
  method: "GET" | "POST" | "DELETE";
  /** At most one placeholder, `{checkoutId}` for example, which stands for one segment. */
  path: string;
  summary: string;
  description: string;
  tag: string;
  access: Access;
  scope?: Scope;
  /** Kept out of the published document: for the deployment's own machinery. */
  internal?: boolean;
  /** Open to browsers of any origin: `GET /v1/environment` alone. */
  cors?: boolean;
  legacy?: { successor: string };
  idempotent?: boolean;
  body?: {
    schema: z.ZodType;
    /** Without one the operation is called as with `{}`. */
    required: boolean;
    read(input: unknown): Validated<Body>;
    /** The provider code in the body, which must be the key's. */
    providerCode?(body: Body): string;
  };
  query?: z.ZodObject;
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
  run(call: Call<Body>, caller: Caller | null): Promise<Outcome>;
}

/** Keeps the body's type inside its row while the table holds rows of many types. */
export function operation<Body>(row: Operation<Body>): Operation {
  return row as unknown as Operation;
}
