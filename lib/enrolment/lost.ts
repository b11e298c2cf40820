import type { CheckoutDeps } from "../checkout/context";
import { findPortal } from "../db/providers";
import type { Handover } from "../domain/handover";
import { type ProviderView, providerView } from "../domain/provider-view";
import { type FoundLink, findByLink, markUsed, type PortalDeps } from "./context";
import type { FoundPortal } from "./start";

export interface PageRequest {
  method: string;
  /** Such as "/p/harbour-college" or "/e/…/pay". */
  path: string;
  headers: { get(name: string): string | null };
}

/** What is read to tell whether there is a page, for that page. */
export interface ReadForPage {
  links: Handover<FoundLink>;
  portals: Handover<FoundPortal>;
}

/**
 * Says what a portal's address does not lead to: a provider with that code, an enrolment with that secret, or one whose
 * link has "ended". Null for every other address, and without a database, where the page shows its own error. When a
 * person opens an enrolment, this counts as the link's use.
 */
export async function lostAt(
  deps: CheckoutDeps,
  request: PageRequest,
  read: ReadForPage,
): Promise<"portal" | "enrolment" | "ended" | null> {
  const [, room, key] = /^\/(p|e)\/([^/]+)/.exec(request.path) ?? [];
  if (room === undefined || key === undefined) return null;
  try {
    if (room === "p") {
      const found = await findPortal(deps.db, decodeURIComponent(key));
      if (found) read.portals.give(found.provider.code, found);
      return found ? null : "portal";
    }
    const found = await findByLink(deps, key);
    if (!found) return "enrolment";
    const opens = found.state === "opens";
    // The first use changes what was read: links, and the bank page's address.
    const isStale = opens && isByPerson(request) && (await markUsed(deps, found.at));
    if (!isStale) read.links.give(key, found);
    return opens ? null : "ended";
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

/**
 * Null for a secret that we never issued, and for a link that opens its enrolment.
 * @param read what is known of the link already
 */
export async function endedLink(
  deps: PortalDeps,
  secret: string,
  read?: FoundLink,
): Promise<EndedLink | null> {
  const found = read ?? (await findByLink(deps, secret));
  if (!found || found.state === "opens") return null;
  const { provider } = found.at;
  return {
    provider: providerView(provider),
    isRenewable: found.state === "replaced" && deps.mail !== null && provider.studentEmails,
  };
}
