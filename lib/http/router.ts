import { withoutCardNumber } from "../../packages/cards/card-number";
import { isCanonical } from "../../packages/http/target";
import type { ApiRequest } from "../../packages/http/types";
import { firstAndLast } from "../../packages/text/narrow";
import { shorten } from "../../packages/text/text";
import { CheckoutError } from "../domain/errors";
import type { Operation } from "./operation";

const BARE_CONFIRM = "/v1/provider-checkouts/confirm";

export type Route<O> =
  | { operation: O; id: string; partId: string; isPreflight: boolean }
  /** `operation`: one of the path, whose CORS and legacy headers the refusal has too. `headers`: `Allow`, of a 405. */
  | { operation: O | null; refusal: CheckoutError; headers?: Record<string, string> };

/**
 * Finds the operation of a request, or why there is none.
 * @param methodsOfPage the methods of a page at this path, for the refusal of another one
 */
export function createRouter<O extends Operation>(
  operations: readonly O[],
  methodsOfPage: (path: string) => string | null = () => null,
): (request: ApiRequest) => Route<O> {
  const fixed = new Map<string, O[]>();
  const patterns = new Map<string, { pattern: RegExp; operations: O[] }>();
  for (const operation of operations) {
    const { path } = operation;
    if (!path.includes("{")) fixed.set(path, [...(fixed.get(path) ?? []), operation]);
    else {
      const known = patterns.get(path)?.operations ?? [];
      const pattern = new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "([^/]+)")}$`);
      patterns.set(path, { pattern, operations: [...known, operation] });
    }
  }

  function match(path: string): { operations: O[]; id: string; partId: string } | null {
    const exact = fixed.get(path);
    if (exact) return { operations: exact, id: "", partId: "" };
    for (const { pattern, operations: found } of patterns.values()) {
      const ids = pattern.exec(path)?.slice(1).map(decodeURIComponent);
      if (ids) return { operations: found, id: ids[0] ?? "", partId: ids[1] ?? "" };
    }
    return null;
  }

  return ({ method, path }) => {
    if (!isCanonical(path)) {
      const detail =
        "The path contains dot segments, empty segments or other parts that this service does not resolve.";
      const noted = { reason: "not_plain" };
      return { operation: null, refusal: new CheckoutError("not_found", detail, { noted }) };
    }
    if (path === BARE_CONFIRM) {
      const detail = "Put the checkout id into the path: /v1/provider-checkouts/{checkoutId}/confirm.";
      const refusal = new CheckoutError("checkout_id_required", detail);
      return { operation: null, refusal, headers: { Allow: "" } };
    }
    const found = match(path);
    if (!found) {
      const methods = methodsOfPage(path);
      if (methods !== null && !methods.split(", ").includes(method))
        return notAllowed<O>(method, null, methods);
      return { operation: null, refusal: new CheckoutError("not_found", nothingAt(path)) };
    }
    const { id, partId } = found;
    const operation = found.operations.find((one) => methodsOf(one).includes(method));
    if (operation) return { operation, id, partId, isPreflight: false };
    const open = found.operations.find((one) => one.cors);
    if (method === "OPTIONS" && open) return { operation: open, id, partId, isPreflight: true };
    const methods = [...found.operations.flatMap(methodsOf), ...(open ? ["OPTIONS"] : [])];
    return notAllowed<O>(method, open ?? firstAndLast(found.operations)[0], methods.join(", "));
  };
}

function notAllowed<O>(method: string, operation: O | null, allow: string): Route<O> {
  const shown = shorten(withoutCardNumber(method), 20);
  const detail = `This path does not support ${shown}. Use ${allow}.`;
  const refusal = new CheckoutError("method_not_allowed", detail);
  return { operation, refusal, headers: { Allow: allow } };
}

function nothingAt(path: string): string {
  const found = `There is nothing at ${shorten(withoutCardNumber(path), 200)}`;
  return path.startsWith("/v1/v1/")
    ? `${found}. Leave /v1 out of the base URL: every path already begins with it.`
    : `${found}.`;
}

const methodsOf = ({ method, works }: Operation): string[] =>
  method === "GET" && !works ? ["GET", "HEAD"] : [method];
