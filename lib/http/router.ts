import { withoutCardNumber } from "../../packages/cards/card-number";
import { isCanonical } from "../../packages/http/target";
import type { ApiRequest } from "../../packages/http/types";
import { firstAndLast } from "../../packages/text/narrow";
import { shorten } from "../../packages/text/text";
import { CheckoutError } from "../domain/errors";
import type { Operation } from "./operation";

const BARE_CONFIRM = "/v1/provider-checkouts/confirm";

export type Route<O> =
  | { operation: O; id: string }
  /** The CORS pre-flight of an operation that is open to browsers. */
  | { preflight: O };

/**
 * Finds the operation of a request.
 * @param methodsOfPage the methods of a page at this path, for the refusal of another one
 * @throws CheckoutError `not_found`, `checkout_id_required`, `method_not_allowed` (a MethodNotAllowed, which knows `Allow`)
 */
export function createRouter<O extends Operation>(
  operations: readonly O[],
  methodsOfPage: (path: string) => string | null = () => null,
): (request: ApiRequest) => Route<O> {
  const fixed = new Map<string, O[]>();
  const patterns: { prefix: string; suffix: string; operations: O[] }[] = [];
  for (const operation of operations) {
    const [prefix = operation.path, suffix] = operation.path.split(/\{\w+\}/);
    if (suffix === undefined) {
      fixed.set(operation.path, [...(fixed.get(operation.path) ?? []), operation]);
      continue;
    }
    const known = patterns.find((pattern) => pattern.prefix === prefix && pattern.suffix === suffix);
    if (known) known.operations.push(operation);
    else patterns.push({ prefix, suffix, operations: [operation] });
  }

  function match(path: string): { operations: O[]; id: string } | null {
    const exact = fixed.get(path);
    if (exact) return { operations: exact, id: "" };
    for (const { prefix, suffix, operations: found } of patterns) {
      if (!path.startsWith(prefix) || !path.endsWith(suffix)) continue;
      const segment = path.slice(prefix.length, path.length - suffix.length);
      if (segment !== "" && !segment.includes("/"))
        return { operations: found, id: decodeURIComponent(segment) };
    }
    return null;
  }

  return ({ method, path }) => {
    if (!isCanonical(path))
      throw new CheckoutError(
        "not_found",
        "The path is not in its plain form: this service does not resolve it.",
        {
          noted: { reason: "not_plain" },
        },
      );
    if (path === BARE_CONFIRM)
      throw new CheckoutError(
        "checkout_id_required",
        "Confirm takes the checkout id in its path: /v1/provider-checkouts/{checkoutId}/confirm.",
      );
    const found = match(path);
    if (!found) {
      const methods = methodsOfPage(path);
      if (methods !== null && !methods.split(", ").includes(method))
        throw new MethodNotAllowed(method, null, methods);
      throw new CheckoutError("not_found", nothingAt(path));
    }
    const operation = found.operations.find((one) => methodsOf(one).includes(method));
    if (operation) return { operation, id: found.id };
    const open = found.operations.find((one) => one.cors);
    if (method === "OPTIONS" && open) return { preflight: open };
    const allow = allowed(found.operations, open !== undefined);
    throw new MethodNotAllowed(method, open ?? firstAndLast(found.operations)[0], allow);
  };
}

function nothingAt(path: string): string {
  const found = `There is nothing at ${shorten(withoutCardNumber(path), 200)}`;
  return path.startsWith("/v1/v1/")
    ? `${found}: the base address comes without /v1, which every path begins with.`
    : `${found}.`;
}

export class MethodNotAllowed extends CheckoutError {
  constructor(
    method: string,
    /** One of the path's operations, whose CORS and legacy headers the refusal has too; null for a page. */
    readonly operation: Operation | null,
    readonly allow: string,
  ) {
    super(
      "method_not_allowed",
      `${shorten(withoutCardNumber(method), 20)} is not supported here; ${allow} ${allow.includes(",") ? "are" : "is"}.`,
    );
  }
}

const methodsOf = ({ method, works }: Operation): string[] =>
  method === "GET" && !works ? ["GET", "HEAD"] : [method];

function allowed(operations: readonly Operation[], preflight: boolean): string {
  return [...operations.flatMap(methodsOf), ...(preflight ? ["OPTIONS"] : [])].join(", ");
}
