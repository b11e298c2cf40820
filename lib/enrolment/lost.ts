import type { CheckoutDeps } from "../checkout/context";
import { findProvider } from "../db/providers";
import { findByLink, markUsed, type PortalDeps } from "./context";
import { type PortalView, providerView } from "./start";

/** What an address names that is not there, or, of an enrolment, no longer for that link. */
export type Lost = "portal" | "enrolment" | "ended";

/** A request for a page. */
export interface PageRequest {
  method: string;
  /** Such as "/p/harbour-college" or "/e/…/pay". */
  path: string;
  headers: { get(name: string): string | null };
}

/**
 * Whether an address of the portal leads nowhere: a provider's with an unknown code, an enrolment's with a secret that
 * opens none. Null for every other address, and without a database, whose page has its own error to show. A person who
 * opens an enrolment uses the link.
 */
export async function lostAt(deps: CheckoutDeps, request: PageRequest): Promise<Lost | null> {
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
 * Whether a page was asked for by a browser that goes there, in a window of its own. Programs that look at the links of
 * a mail do not say so, and what is fetched ahead was not opened yet. Nor do browsers say so that are older than 2023:
 * of those, the first form that is sent counts.
 */
function isByPerson({ method, headers }: Omit<PageRequest, "path">): boolean {
  const isAhead = ["sec-purpose", "purpose", "x-moz"].some((name) => headers.get(name)?.includes("prefetch"));
  return (
    method === "GET" &&
    headers.get("sec-fetch-mode") === "navigate" &&
    headers.get("sec-fetch-dest") === "document" &&
    !isAhead
  );
}

/** What is told of a link that has ended: nothing of the enrolment, and nothing of whose it is. */
export interface EndedLink {
  provider: PortalView["provider"];
  /** Whether a new one can be had by e-mail. */
  isRenewable: boolean;
}

/** Null for a secret that is no link of ours, or that opens its enrolment. */
export async function endedLink(deps: PortalDeps, secret: string): Promise<EndedLink | null> {
  const found = await findByLink(deps, secret);
  if (!found || found.state === "opens") return null;
  const { provider } = found.at;
  return {
    provider: providerView(provider),
    isRenewable: found.state === "replaced" && deps.mail !== null && provider.studentEmails,
  };
}
