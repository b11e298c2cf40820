import { type AccessLog, knownMethod } from "../../packages/http/access-log";
import { callerAddress } from "../../packages/http/address";
import { compressed } from "../../packages/http/compress";
import { createPageText } from "../../packages/http/page-text";
import { type ApiRequest, type ApiResponse, CLIENT_GONE, type Handle } from "../../packages/http/types";
import { JsonFault, parseJson } from "../../packages/text/json";
import { inSpan, type Span } from "../../packages/tracing/span";
import { Page } from "../contract/paging";
import type { ProblemContext } from "../contract/problems";
import { CheckoutError } from "../domain/errors";
import { newId } from "../domain/ids";
import { hasTooManyParameters, MAX_BODY_BYTES, MAX_QUERY_PARAMETERS } from "../domain/limits";
import type { Meters } from "../domain/meters";
import { problem, toResponse, withoutBody, withWarnings } from "./answer";
import { createGate, type GateDeps, type Notes } from "./gate";
import type { Input, Outcome, Served } from "./operation";
import { loggedPath, problemCodeIn, type RequestLog } from "./request-log";
import { createRouter, type Route } from "./router";
import type { SecurityEvents } from "./security-events";

interface HandlerDeps<Deps> extends GateDeps {
  operations: readonly Served<Deps>[];
  /** The methods of a page at this path; null where there is no page. */
  methodsOfPage?: (path: string) => string | null;
  deps: Deps;
  baseUrl: string;
  trustedProxyHops: number;
  /** Whether an error means that the database or the gateway could not be reached or is busy. */
  isUnavailable(error: unknown): boolean;
  logFault(message: string, details: Record<string, unknown>): void;
  security: SecurityEvents;
  meters: Pick<Meters, "request">;
  /** Null if requests are not logged. */
  access: AccessLog | null;
  requestLog: Pick<RequestLog, "note"> | null;
}

/** The one wrapper around every operation, in the contract's order of checks (section 1). */
export function createHandler<Deps>(deps: HandlerDeps<Deps>): Handle {
  const route = createRouter(deps.operations, deps.methodsOfPage);
  const gate = createGate(deps);
  const pageText = createPageText();

  return (received) =>
    inSpan({ name: "HTTP", kind: "server", parent: received.headers.traceparent }, (span) =>
      answer(received, span),
    );

  async function answer(received: ApiRequest, span: Span): Promise<ApiResponse> {
    const since = performance.now();
    const answered = deps.meters.request();
    const forwarded = received.headers["x-forwarded-for"];
    const request = {
      ...received,
      address: callerAddress(received.address, forwarded, deps.trustedProxyHops),
    };
    const requestId = newId("req");
    const problemContext: ProblemContext = { baseUrl: deps.baseUrl, instance: request.path, requestId };
    const notes: Notes = { headers: {} };
    const found = route(request);
    const { operation } = found;
    let outcome = await perform(found, request, problemContext, notes).catch((thrown) => {
      const error = asCheckoutError(thrown, requestId);
      const { keyId } = notes;
      deps.security.refused(error, operation?.access, { address: request.address, requestId, keyId });
      return problem(error, problemContext);
    });
    if (operation) span.rename(`${operation.method} ${operation.path}`);
    span.set({
      ...(operation && { "http.request.method": operation.method, "http.route": operation.path }),
      "http.response.status_code": outcome.status,
      ...(outcome.status >= 500 && { "error.type": String(outcome.status) }),
      request_id: requestId,
    });
    if (outcome.body instanceof Page) {
      const headers = { "Content-Type": "application/json; charset=utf-8", ...outcome.headers };
      outcome = { ...outcome, headers, body: await pageText(outcome.body, notes.providerId ?? "") };
    }
    const made = toResponse(outcome, requestId, notes, deps.baseUrl, operation);
    if (operation && operation.compressed !== "once")
      gate.charge(operation, request, notes, Buffer.byteLength(made.body ?? ""));
    const accepted = received.headers["accept-encoding"];
    const response = operation?.compressed ? await compressed(made, accepted, operation.compressed) : made;
    answered(operation?.path ?? "none", request.method, response.status);
    deps.access?.tell({
      method: request.method,
      route: operation?.path ?? null,
      status: response.status,
      since,
      bytes: request.method === "HEAD" ? 0 : Buffer.byteLength(response.body ?? ""),
      requestId,
      address: request.address,
      keyId: notes.keyId,
      providerId: notes.providerId,
    });
    const { keyId, providerId } = notes;
    if (keyId && providerId)
      deps.requestLog?.note(
        {
          providerId,
          keyId,
          id: requestId,
          method: knownMethod(request.method),
          path: operation
            ? loggedPath(operation.path, "id" in found ? [found.id, found.partId] : [])
            : "none",
          operation: operation && "id" in found ? operation.id : null,
          status: response.status,
          code: problemCodeIn(outcome),
          durationMs: Math.round(performance.now() - since),
          isReplay: outcome.headers?.["Idempotent-Replayed"] === "true",
        },
        since,
      );
    return request.method === "HEAD" ? withoutBody(response) : response;
  }

  async function perform(
    found: Route<Served<Deps>>,
    request: ApiRequest,
    context: ProblemContext,
    notes: Notes,
  ): Promise<Outcome> {
    if ("refusal" in found || found.isPreflight) await gate.turnAway(request, notes);
    if ("refusal" in found) {
      notes.headers = { ...notes.headers, ...found.headers };
      throw found.refusal;
    }
    if (found.isPreflight) return preflight();
    const { operation, id, partId } = found;
    const caller = await gate.admit(operation, request, notes);
    if (hasTooManyParameters(request.query))
      throw new CheckoutError(
        "malformed_request",
        `The URL has more than ${MAX_QUERY_PARAMETERS} query parameters.`,
      );
    const json = operation.input.body && (await readJson(operation.input.body, request));
    notes.json = json;
    const { warnings, run } = operation.receive(deps.deps, json, new URLSearchParams(request.query));
    const shown = deps.environment === "sandbox" ? warnings : [];
    context.warnings = shown;
    const outcome = await run({ request, requestId: context.requestId, id, partId, warnings: shown }, caller);
    return withWarnings(outcome, shown);
  }

  function asCheckoutError(thrown: unknown, requestId: string): CheckoutError {
    if (thrown instanceof CheckoutError) return thrown;
    // The client has gone. Nobody reads this response, and the log must not call it a fault of the service.
    if (thrown instanceof Error && thrown.name === CLIENT_GONE)
      return new CheckoutError("invalid_json", "The body was cut off.");
    if (deps.isUnavailable(thrown)) {
      deps.logFault("What this service depends on is not available", { requestId, error: thrown });
      const detail = "The database or the card gateway is not available at the moment.";
      return new CheckoutError("service_unavailable", detail, { retryAfterSeconds: 5 });
    }
    deps.logFault("A request failed because of a fault in the service", { requestId, error: thrown });
    return new CheckoutError("internal_error", "The fault was recorded under request_id.");
  }
}

/** An optional body that is empty is `{}`, whatever its media type. */
async function readJson(
  { required }: NonNullable<Input<unknown>["body"]>,
  request: ApiRequest,
): Promise<unknown> {
  const isJson = isJsonMediaType(request.headers["content-type"], request.headers["content-encoding"]);
  const notJson = () =>
    new CheckoutError("unsupported_media_type", "Send the body as Content-Type: application/json in UTF-8.");
  if (required && !isJson) throw notJson();
  const bytes = await request.readBody(MAX_BODY_BYTES);
  if (!required && bytes?.length === 0) return {};
  if (!isJson) throw notJson();
  if (bytes === null)
    throw new CheckoutError("body_too_large", `The body is larger than ${MAX_BODY_BYTES} bytes.`);
  try {
    return parseJson(bytes);
  } catch (error) {
    throw error instanceof JsonFault ? new CheckoutError("invalid_json", error.message) : error;
  }
}

function isJsonMediaType(contentType: string | undefined, contentEncoding: string | undefined): boolean {
  const [type = "", ...parameters] = (contentType ?? "").split(";").map((part) => part.trim().toLowerCase());
  if (type !== "application/json" || (contentEncoding ?? "identity") !== "identity") return false;
  return parameters.every((part) => !part.startsWith("charset=") || /^charset="?utf-?8"?$/.test(part));
}

function preflight(): Outcome {
  return {
    status: 204,
    headers: {
      "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
      "Access-Control-Allow-Headers": "authorization",
      "Access-Control-Max-Age": "86400",
    },
    body: null,
  };
}
