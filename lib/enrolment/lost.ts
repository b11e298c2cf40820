import type { Untimed } from "../../packages/dates/time";
import type { CheckoutDeps } from "../checkout/context";
import { findPortal } from "../db/providers";
import type { Handover } from "../domain/handover";
import { type ProviderView, providerView } from "../domain/provider-view";
import { type FoundLink, findByLink, type PortalDeps } from "./context";
import type { FoundPortal } from "./start";

/** What is read to tell whether there is a page, for that page. */
export interface ReadForPage {
  links: Handover<FoundLink>;
  portals: Handover<FoundPortal>;
}

/**
 * Says what a portal's address (such as "/p/harbour-college" or "/e/…/pay") does not lead to: a provider with that code, an enrolment with that secret, or one whose
 * link has "ended". Null for every other address, and without a database, where the page shows its own error.
 */
export async function lostAt(
  deps: Untimed<CheckoutDeps>,
  path: string,
  read: ReadForPage,
): Promise<"portal" | "enrolment" | "ended" | null> {
  const [, room, key] = /^\/(p|e)\/([^/]+)/.exec(path) ?? [];
  if (room === undefined || key === undefined) return null;
  try {
    if (room === "p") {
      const found = await findPortal(deps.db, decodeURIComponent(key));
      if (found) read.portals.give(found.provider.code, found);
      return found ? null : "portal";
    }
    const found = await findByLink(deps, key);
    if (!found) return "enrolment";
    read.links.give(key, found);
    return isEnded(found) ? "ended" : null;
  } catch {
    return null;
  }
}

const isEnded = ({ state }: FoundLink) => state === "replaced" || state === "over";

/** Names the provider, and nothing of the student or the enrolment. */
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
  deps: Untimed<PortalDeps>,
  secret: string,
  read?: FoundLink,
): Promise<EndedLink | null> {
  const found = read ?? (await findByLink(deps, secret));
  if (!found || !isEnded(found)) return null;
  const { provider } = found.at;
  return {
    provider: providerView(provider),
    isRenewable: found.state === "replaced" && deps.mail !== null && provider.studentEmails,
  };
}
