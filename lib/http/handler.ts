import type { ProblemContext } from "../contract/problems";
import type { Validated, Warning } from "../contract/validate";
import { CheckoutError } from "../domain/errors";
import { type Id, newId } from "../domain/ids";
import { MAX_BODY_BYTES } from "../domain/limits";
import { callerAddress } from "./address";
import { problem, toResponse, withoutBody } from "./answer";
import { createGate, type GateDeps, type Notes } from "./gate";
import { parseJson } from "./json";
import type { Operation, Outcome } from "./operation";
import { createRouter, MethodNotAllowed, type Route } from "./router";
import type { SecurityEvents } from "./security-events";
import { type ApiRequest, CLIENT_GONE, type Handle } from "./types";

export interface HandlerDeps extends GateDeps {
  operations: readonly Operation[];
  baseUrl: string;
  trustedProxyHops: number;
  /** Whether an error means that what we depend on could not be reached or has no time at the moment. */
  isUnavailable(error: unknown): boolean;
  logFault(message: string, details: Record<string, unknown>): void;
  security: SecurityEvents;
}

/** The one wrapper around every operation, in the contract's order of checks (section 1). */
export function createHandler(deps: HandlerDeps): Handle {
  const route = createRouter(deps.operations);
  const gate = createGate(deps);

  return async (received) => {
    const forwarded = received.headers["x-forwarded-for"];
    const request = {
      ...received,
      address: callerAddress(received.address, forwarded, deps.trustedProxyHops),
    };
    const requestId = newId("req");
    const problemContext: ProblemContext = { baseUrl: deps.baseUrl, instance: request.path, requestId };
    const notes: Notes = { headers: {} };
    let operation: Operation | undefined;
    let outcome: Outcome;
    try {
      let found: Route;
      try {
        found = route(request);
      } catch (thrown) {
        if (thrown instanceof MethodNotAllowed) operation = thrown.operation ?? undefined;
        await gate.turnAway(request, notes);
        throw thrown;
      }
      if ("preflight" in found) {
        operation = found.preflight;
        await gate.turnAway(request, notes);
        outcome = preflight();
      } else {
        operation = found.operation;
        outcome = await perform(operation, found.id, request, requestId, problemContext, notes);
      }
    } catch (thrown) {
      const error = asCheckoutError(thrown, requestId);
      const { keyId } = notes;
      deps.security.refused(error, operation?.access, { address: request.address, requestId, keyId });
      outcome = problem(error, problemContext);
    }
    const response = toResponse(outcome, requestId, notes, deps.baseUrl, operation);
    return request.method === "HEAD" ? withoutBody(response) : response;
  };

  async function perform(
    operation: Operation,
    id: string,
    request: ApiRequest,
    requestId: Id<"req">,
    context: ProblemContext,
    notes: Notes,
  ): Promise<Outcome> {
    const caller = await gate.admit(operation, request, notes);
    notes.keyId = caller?.keyId;
    const { value: body, warnings } = operation.body
      ? await readBody(operation.body, request)
      : { value: undefined, warnings: [] };
    if (deps.environment === "sandbox") context.warnings = warnings;
    const code = operation.body?.providerCode?.(body);
    if (code !== undefined && code !== caller?.provider.code)
      throw new CheckoutError(
        "provider_code_mismatch",
        "provider.provider_code is not the provider code of this API key.",
      );
    const query = new URLSearchParams(request.query);
    const outcome = await operation.run(
      { request, requestId, id, query, body, warnings: context.warnings ?? [] },
      caller,
    );
    return withWarnings(outcome, context.warnings ?? []);
  }

  function asCheckoutError(thrown: unknown, requestId: string): CheckoutError {
    if (thrown instanceof CheckoutError) return thrown;
    // Nobody reads this answer, and it is no fault of ours.
    if (thrown instanceof Error && thrown.name === CLIENT_GONE)
      return new CheckoutError("invalid_json", "The body was cut off.");
    if (deps.isUnavailable(thrown)) {
      deps.logFault("What this service depends on is not available", { requestId, error: thrown });
      return new CheckoutError(
        "service_unavailable",
        "What the service depends on is not available at the moment.",
        {
          retryAfterSeconds: 5,
        },
      );
    }
    deps.logFault("A request failed on a fault of ours", { requestId, error: thrown });
    return new CheckoutError("internal_error", "The fault was recorded under request_id.");
  }
}

async function readBody(
  spec: NonNullable<Operation["body"]>,
  request: ApiRequest,
): Promise<Validated<unknown>> {
  const isJson = isJsonMediaType(request.headers["content-type"], request.headers["content-encoding"]);
  const notJson = new CheckoutError(
    "unsupported_media_type",
    "Send the body as Content-Type: application/json in UTF-8.",
  );
  if (spec.required && !isJson) throw notJson;
  const bytes = await request.readBody(MAX_BODY_BYTES);
  if (!spec.required && bytes?.length === 0) return spec.read({});
  if (!isJson) throw notJson;
  if (bytes === null)
    throw new CheckoutError("body_too_large", `The body is larger than ${MAX_BODY_BYTES} bytes.`);
  return spec.read(parseJson(bytes));
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

/** Names ignored members in answers made from a value; stored bytes carry theirs already. */
function withWarnings(outcome: Outcome, warnings: readonly Warning[]): Outcome {
  const { body } = outcome;
  if (warnings.length === 0 || typeof body !== "object" || body === null || body instanceof Uint8Array)
    return outcome;
  return { ...outcome, body: { ...body, warnings } };
}
