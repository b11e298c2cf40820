import { providerView } from "../domain/provider-view";
import type { FoundLink, PortalDeps } from "./context";

/** The link opened an enrolment once, and no longer does. */
export const isEnded = ({ state }: FoundLink) => state === "replaced" || state === "over";

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
