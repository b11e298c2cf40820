import type { z } from "zod";
import type { Scope } from "../../drizzle/vocabulary";
import type { Clock } from "../../packages/dates/time";
import type { Compression } from "../../packages/http/compress";
import type { ApiRequest } from "../../packages/http/types";
import type { Place } from "../contract/examples";
import { emptyRequest, readQuery } from "../contract/requests";
import { read, type Validated, type Warning } from "../contract/validate";
import type { ErrorCode } from "../domain/errors";
import type { Id } from "../domain/ids";
import type { PlanPolicy } from "../domain/plan-policy";

export interface Caller {
  /** That the key is bound to, as far as requests need it. */
  provider: PlanPolicy & { id: Id<"prv">; code: string; name: string; timeZone: string };
  keyId: Id<"key">;
  scopes: readonly string[];
  /** The database's time, continued from when the key was read. */
  now: Clock;
}

/** A request that has passed every check before the operation's own. */
export interface Received {
  request: ApiRequest;
  requestId: Id<"req">;
  /** The id in the path, or an empty string if the path has none. */
  id: string;
  /** The second id in the path, of a part of what `id` names; mostly empty. */
  partId: string;
  /** Unknown fields of the body; empty in production. */
  warnings: readonly Warning[];
}

/** An operation's input: its body, or the parameters of its query. */
export type Call<Value = unknown> = Received & { input: Value };

export interface Outcome {
  status: number;
  headers?: Record<string, string>;
  /** A value is sent as JSON; text and bytes are sent as they are. */
  body: object | string | Uint8Array | null;
}

/** `open` counts for the caller's address; `unlimited` is not counted at all. */
export type Access = "key" | "optional-key" | "jobs-secret" | "open" | "unlimited";

/** By what each shows. If a row gives none, one follows from the schema. */
export type Examples<Value = unknown> = (place: Place) => Readonly<Record<string, Value>>;

/** What an operation reads of a request: a JSON body, the parameters of the query, or nothing. */
export interface Input<Value> {
  body?: {
    schema: z.ZodType;
    /** If it is not required, it may be omitted, and is then read as `{}`. */
    required: boolean;
    examples?: Examples;
  };
  query?: z.ZodObject;
  read(json: unknown, query: URLSearchParams, settings: { allowLoopback: boolean }): Validated<Value>;
}

export const nothing: Input<null> = { read: () => ({ value: null, warnings: [] }) };

export const body = <S extends z.ZodType>(schema: S, examples?: Examples<z.input<S>>) => ({
  body: { schema, required: true, examples },
  read: (json: unknown) => read(schema, json),
});

export const optionalBody = <S extends z.ZodType>(...given: Parameters<typeof body<S>>) => {
  const input = body(...given);
  return { ...input, body: { ...input.body, required: false } };
};

export const emptyBody = optionalBody(emptyRequest);

export const query = <S extends z.ZodObject>(schema: S): Input<z.output<S>> => ({
  query: schema,
  read: (_, parameters) => ({ value: readQuery(schema, parameters), warnings: [] }),
});

/** What is published of an operation, and what router and gate need. */
export interface Operation {
  id: string;
  method: "GET" | "POST" | "DELETE";
  /** At most two placeholders, for example `{checkoutId}`. Each stands for one segment. */
  path: string;
  tag: string;
  summary: string;
  description: string;
  access: Access;
  scope?: Scope;
  /** For the deployment's own cron and load balancer: not in the published document. */
  internal?: boolean;
  /** A GET that does work, for schedulers that send nothing else. HEAD is not supported there. */
  works?: boolean;
  cors?: boolean;
  /**
   * No response of it contains a secret, so it may be compressed although it repeats the caller's values. `once`: it is the
   * same for everybody.
   */
  compressed?: Compression;
  /** It takes an `Idempotency-Key`, as every POST with a key does. A repeated request with the same key has the same effect and the same response. */
  idempotent?: boolean;
  /** A repeated request has the same effect and the same response, like every GET, so clients may send it again. */
  repeatable?: boolean;
  /** Its method in every client, such as `checkouts.issueToken`; in Python that is `checkouts.issue_token`. */
  client?: string;
  /** For a legacy route: the path to use instead, or its documentation if the body does not determine the path. */
  successor?: (json: unknown) => string;
  input: Input<unknown>;
  /** `headers`: besides those that every response has, by name, as `tools/openapi/header-table.ts` describes them. */
  responses: Record<
    number,
    {
      description: string;
      schema?: z.ZodType;
      contentType?: string;
      headers?: Readonly<Record<string, string>>;
      examples?: Examples;
    }
  >;
  errors: readonly ErrorCode[];
}

export interface Served<Deps> extends Operation {
  /** Reads what was sent. `run` does the work. */
  receive(
    deps: Deps,
    json: unknown,
    query: URLSearchParams,
  ): {
    warnings: readonly Warning[];
    run(received: Received, caller: Caller | null): Promise<Outcome>;
  };
}
