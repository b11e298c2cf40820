import { providerView } from "../domain/provider-view";
import type { FoundLink, PortalDeps } from "./context";

/**
 * Says what a portal's address (such as "/p/harbour-college" or "/e/…/pay") does not lead to: a provider with that code, an
 * enrolment with that secret, or one whose link has "ended". Null for every other address, and without a database: then the
 * page shows its own error.
 */
export async function lostAt(
  path: string,
  findPortal: (code: string) => Promise<unknown>,
  findLink: (secret: string) => Promise<FoundLink | null>,
): Promise<"portal" | "enrolment" | "ended" | null> {
  const [, room, key] = /^\/(p|e)\/([^/]+)/.exec(path) ?? [];
  if (room === undefined || key === undefined) return null;
  try {
    if (room === "p") return (await findPortal(decodeURIComponent(key))) ? null : "portal";
    const found = await findLink(key);
    if (!found) return "enrolment";
    return isEnded(found) ? "ended" : null;
  } catch {
    return null;
  }
}

const isEnded = ({ state }: FoundLink) => state === "replaced" || state === "over";

/** Names the provider, and nothing of the student or the enrolment. */
export type EndedLink = NonNullable<ReturnType<typeof endedLink>>;

/** Null for a secret that we never issued, and for a link that opens its enrolment. */
export function endedLink({ mail }: Pick<PortalDeps, "mail">, found: FoundLink | null) {
  if (!found || !isEnded(found)) return null;
  const { provider } = found.at;
  return {
    provider: providerView(provider),
    isRenewable: found.state === "replaced" && mail !== null && provider.studentEmails,
  };
}
