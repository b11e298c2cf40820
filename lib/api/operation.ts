import type { z } from "zod";
import type { Scope } from "../../drizzle/vocabulary";
import { type Timed, timed, type Untimed } from "../../packages/dates/time";
import type { ApiRequest } from "../../packages/http/types";
import type { CheckoutDeps } from "../checkout/context";
import { filtersOf, Page } from "../contract/paging";
import type { Declines } from "../domain/declines";
import type { ErrorCode } from "../domain/errors";
import { isId } from "../domain/ids";
import type { Meters } from "../domain/meters";
import type { DeliveryDeps } from "../events/context";
import type { Access, Call, Caller, Examples, Input, Operation, Outcome, Served } from "../http/operation";
import type { SecurityEvents } from "../http/security-events";
import type { Mail, MailDeps } from "../mail/context";
import type { Health } from "./health";
import { underKey } from "./keyed";

/** What the service works with. `server/instance/deps.ts` chooses each part. */
export interface ServiceDeps extends Untimed<CheckoutDeps & DeliveryDeps & MailDeps> {
  settings: { readonly GATEWAY_PUBLISHABLE_KEY: string };
  meters: Meters;
  /** Null if this deployment sends no emails. */
  mail: Mail | null;
  /** Null if nothing is limited. */
  declines: Declines | null;
  /** False until the keys were checked against the database. */
  keysAreChecked(): boolean;
}

/** The deployment's own document. */
export interface Published {
  document: Record<string, unknown>;
  text: string;
  etag: string;
}

export interface ApiDeps extends ServiceDeps {
  security: Pick<SecurityEvents, "note">;
  health: Health;
  /** In the text format of Prometheus. */
  metrics(): Promise<string>;
  published(): Published;
}

type Row<Value> = Omit<
  Operation,
  "access" | "scope" | "input" | "errors" | "internal" | "client" | "idempotent"
> & {
  input: Input<Value>;
  /** A POST that reads the Idempotency-Key itself, or one that takes several transactions. */
  keyed?: "by_itself" | "in_steps";
  /** In addition to those that follow from access, path and input. */
  errors?: readonly ErrorCode[];
} & ({ internal: true } | { client: string }) &
  (
    | {
        access: "key";
        scope: Scope;
        run(deps: Timed<ApiDeps>, call: Call<Value>, caller: Caller): Promise<Outcome>;
      }
    | {
        access: Exclude<Access, "key">;
        /** `caller` is null without a key, which is optional or of no use. */
        run(deps: ApiDeps, call: Call<Value> & { caller: Caller | null }): Promise<Outcome>;
      }
  );

/** Hides the type of a row's input, so that rows with different inputs fit into one table. */
export function operation<Value>(row: Row<Value>): Served<ApiDeps> {
  const idempotent = row.access === "key" && row.method === "POST";
  return {
    ...row,
    idempotent,
    errors: [...new Set([...errorsOf({ ...row, idempotent }), ...(row.errors ?? [])])],
    receive(deps, json, query) {
      const { value, warnings } = row.input.read(json, query, deps.webhooks);
      return {
        warnings,
        async run(received, caller) {
          const call = { ...received, input: value };
          if (row.access !== "key") return row.run(deps, { ...call, caller: caller ?? null });
          if (!caller) throw new Error("The gate let a request in without its key");
          const run = (over: Timed<ApiDeps>) => row.run(over, call, caller);
          const timedDeps = timed(deps, caller.now);
          const inSteps = row.repeatable === true || row.keyed === "in_steps";
          const outcome = await (idempotent && row.keyed !== "by_itself"
            ? underKey(timedDeps, call, caller, { operation: row.id, inSteps, run })
            : run(timedDeps));
          const { body } = outcome;
          return body instanceof Page ? { ...outcome, body: body.of(filtersOf(value)) } : outcome;
        },
      };
    },
  };
}

/** The same operation at its path from before /v1, where the body names the checkout. */
export function legacyRoute(path: string, served: Served<ApiDeps>): Served<ApiDeps> {
  const idInBody = served.path.includes("{checkoutId}") ? ", with the checkout id from the body" : "";
  return {
    ...served,
    id: `${served.id}Legacy`,
    path,
    tag: "Legacy",
    client: undefined,
    summary: `${served.summary} (legacy)`,
    description: `The same as ${served.id}${idInBody}. New integrations use /v1.`,
    successor: (json) => successorOf(served, json),
    receive(deps, json, query) {
      const { warnings, run } = served.receive(deps, json, query);
      return { warnings, run: (received, caller) => run({ ...received, id: checkoutIdIn(json) }, caller) };
    },
    errors: served.errors.filter((code) => code !== "not_found" && code !== "checkout_id_required"),
  };
}

function successorOf({ id, path }: Served<ApiDeps>, json: unknown): string {
  if (!path.includes("{checkoutId}")) return path;
  const checkoutId = checkoutIdIn(json);
  return checkoutId ? path.replace("{checkoutId}", checkoutId) : `/docs/reference/${id}`;
}

/** An empty text if it names none. */
function checkoutIdIn(json: unknown): string {
  const checkoutId = (json as { checkout?: { checkout_id?: unknown } } | undefined | null)?.checkout
    ?.checkout_id;
  return typeof checkoutId === "string" && isId("chk", checkoutId) ? checkoutId : "";
}

export const responding = (status: number, description: string, schema: z.ZodType, examples?: Examples) => ({
  [status]: { description, schema, examples },
});

export async function ok(body: object | Promise<object>, status = 200): Promise<Outcome> {
  return { status, body: await body };
}

/**
 * A 304 if the caller already has the response, according to If-None-Match.
 * @param mayBeWeak whether responses may be compressed, which makes their tag weak. The 304 repeats the tag that the caller
 *   sent
 */
export function revalidated({ headers }: ApiRequest, outcome: Outcome, mayBeWeak = false): Outcome {
  const { ETag: etag, "Cache-Control": cacheControl } = outcome.headers ?? {};
  const tags = (headers["if-none-match"] ?? "").split(",").map((tag) => tag.trim());
  if (etag === undefined) return outcome;
  const known = tags.find((tag) => tag === "*" || tag.replace(/^W\//, "") === etag);
  if (known === undefined) return outcome;
  return {
    status: 304,
    headers: {
      ETag: mayBeWeak && known.startsWith("W/") ? known : etag,
      ...(cacheControl !== undefined && { "Cache-Control": cacheControl }),
    },
    body: null,
  };
}

const ON_ANY: readonly ErrorCode[] = [
  "malformed_request",
  "request_timeout",
  "headers_too_large",
  "method_not_allowed",
  "rate_limited",
  "internal_error",
  "service_unavailable",
];
const ON_KEY: readonly ErrorCode[] = [
  "authentication_required",
  "invalid_api_key",
  "api_key_expired",
  "api_key_wrong_environment",
];
const ON_BODY: readonly ErrorCode[] = [
  "invalid_json",
  "body_too_large",
  "unsupported_media_type",
  "validation_failed",
];
const ON_ID: Record<string, readonly ErrorCode[]> = {
  "{checkoutId}": ["checkout_not_found", "not_found"],
  "{refundId}": ["refund_not_found"],
  "{settlementId}": ["settlement_not_found", "not_found"],
  "{endpointId}": ["webhook_endpoint_not_found", "not_found"],
  "{eventId}": ["event_not_found", "not_found"],
};

type Shape = Pick<Operation, "access" | "path" | "input" | "idempotent">;

/** `not_found` is for an id whose percent-encoding is broken. */
function errorsOf({ access, path, input, idempotent }: Shape) {
  if (access === "unlimited") return [];
  const errors = [...ON_ANY];
  if (access === "jobs-secret") errors.push("authentication_required");
  if (access === "key" || access === "optional-key") errors.push(...ON_KEY);
  if (access === "key") errors.push("insufficient_scope");
  for (const placeholder of path.match(/\{\w+\}/g) ?? []) errors.push(...(ON_ID[placeholder] ?? []));
  if (input.body) errors.push(...ON_BODY);
  if (input.query) errors.push("validation_failed");
  if (idempotent) errors.push("invalid_idempotency_key", "idempotency_in_progress", "idempotency_key_reused");
  return errors;
}
