import { isCanonical } from "../../packages/http/target";
import { fileAt, methodsOfPage } from "./page-table";

/** Who answers a request: the API, which also refuses what has no address, or Next with a page or a file. */
type Way = "api" | "page" | "file";

export interface Asking {
  method: string;
  path: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

const OWN_PATHS = /^\/(v1|api(?!\/(dd-setup|card-payment|card-payment\/return)$))(\/|$)/;
const OWN_FILES = ["/openapi.json", "/livez", "/readyz"];

/**
 * Decides who answers, before any other check. Contract section 1.
 * @param anyPage true in development, where Next has addresses of its own
 */
export function wayOf({ method, path, headers }: Asking, anyPage: boolean): Way {
  if (!isCanonical(path) || OWN_PATHS.test(path) || OWN_FILES.includes(path)) return "api";
  // Only Next sends this header, when it forwards an action; none of ours is forwarded.
  if (headers["x-action-forwarded"] !== undefined) return "api";
  const methods = methodsOfPage(path);
  if (methods === null) return anyPage || isBrowser(method, headers) ? "page" : "api";
  if (!methods.split(", ").includes(method)) return "api";
  return fileAt(path) ? "file" : "page";
}

/** Contract section 1: who gets the page for unknown addresses, and not the problem document. */
function isBrowser(method: string, headers: Asking["headers"]): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  if (headers.authorization !== undefined) return false;
  const accepted = String(headers.accept ?? "").split(",");
  return accepted.some((one) => /^\s*text\/html\s*(;|$)/i.test(one) && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(one));
}
