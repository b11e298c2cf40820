import type { CheckoutDeps } from "../checkout/context";
import { findProvider } from "../db/providers";
import { openEnrolment } from "./context";

/** What an address names that is not there. */
export type Lost = "portal" | "enrolment";

/**
 * Whether an address of the portal leads nowhere: a provider's with an unknown code, an enrolment's with a secret that
 * opens none. Null for every other address, and without a database, whose page has its own error to show.
 * @param path such as "/p/harbour-college" or "/e/…/pay"
 */
export async function lostAt(deps: CheckoutDeps, path: string): Promise<Lost | null> {
  const [, room, key] = /^\/(p|e)\/([^/]+)/.exec(path) ?? [];
  if (room === undefined || key === undefined) return null;
  try {
    if (room === "p") return (await findProvider(deps.db, decodeURIComponent(key))) ? null : "portal";
    return (await openEnrolment(deps, key)) ? null : "enrolment";
  } catch {
    return null;
  }
}
