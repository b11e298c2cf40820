import type { CheckoutDeps } from "../checkout/context";
import { findProvider } from "../db/providers";
import { type ProviderView, providerView } from "../domain/provider-view";
import { findByLink, markUsed, type PortalDeps } from "./context";

export interface PageRequest {
  method: string;
  /** Such as "/p/harbour-college" or "/e/…/pay". */
  path: string;
  headers: { get(name: string): string | null };
}

/**
 * Says what a portal's address does not lead to: a provider with that code, an enrolment with that secret, or one whose
 * link has "ended". Null for every other address, and without a database, where the page shows its own error. When a
 * person opens an enrolment, this counts as the link's use.
 */
export async function lostAt(
  deps: CheckoutDeps,
  request: PageRequest,
): Promise<"portal" | "enrolment" | "ended" | null> {
  const [, room, key] = /^\/(p|e)\/([^/]+)/.exec(request.path) ?? [];
  if (room === undefined || key === undefined) return null;
  try {
    if (room === "p") return (await findProvider(deps.db, decodeURIComponent(key))) ? null : "portal";
    const found = await findByLink(deps, key);
    if (!found) return "enrolment";
    if (found.state !== "opens") return "ended";
    if (isByPerson(request)) await markUsed(deps, found.at);
    return null;
  } catch {
    return null;
  }
}

/**
 * Whether a browser navigates there in a window. Mail scanners do not send these headers, and a prefetched page was not
 * opened yet. Browsers older than 2023 do not send them either: there the first form counts (D-056).
 */
function isByPerson({ method, headers }: PageRequest): boolean {
  const isPrefetch = ["sec-purpose", "purpose", "x-moz"].some((name) =>
    headers.get(name)?.includes("prefetch"),
  );
  return (
    method === "GET" &&
    headers.get("sec-fetch-mode") === "navigate" &&
    headers.get("sec-fetch-dest") === "document" &&
    !isPrefetch
  );
}

/** D-057: names the provider, and nothing of the student or the enrolment. */
export interface EndedLink {
  provider: ProviderView;
  /** Whether a new one can be had by e-mail. */
  isRenewable: boolean;
}

/** Null for a secret that we never issued, and for a link that opens its enrolment. */
export async function endedLink(deps: PortalDeps, secret: string): Promise<EndedLink | null> {
  const found = await findByLink(deps, secret);
  if (!found || found.state === "opens") return null;
  const { provider } = found.at;
  return {
    provider: providerView(provider),
    isRenewable: found.state === "replaced" && deps.mail !== null && provider.studentEmails,
  };
}
