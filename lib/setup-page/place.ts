import type { Neighbours } from "../../packages/http/frames";
import { isOwnOrigin } from "../../packages/http/origin";
import type { Place } from "./view";

/** The page's surroundings, by the `parent_origin` of its address. */
export function placeOf(asked: string | null, { baseUrl, isSandbox }: Neighbours): Place {
  if (asked === null) return "page";
  return isOwnOrigin(asked, baseUrl, isSandbox) ? "portal" : "site";
}

/** Whether the way back leads to an enrolment of the portal, whose review repeats what was agreed. */
export function leadsToPortal(returnUrl: string | null, neighbours: Neighbours): boolean {
  if (returnUrl === null) return false;
  const { pathname, origin } = new URL(returnUrl);
  return pathname.startsWith("/e/") && placeOf(origin, neighbours) === "portal";
}
