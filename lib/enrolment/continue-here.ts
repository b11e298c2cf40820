import type { Untimed } from "../../packages/dates/time";
import { continueBy } from "../db/enrolments";
import { providerView } from "../domain/provider-view";
import { type FoundLink, findByLink, type PortalDeps } from "./context";
import { type Step, stepOf } from "./step";

/**
 * The enrolment behind an emailed link that nobody has used yet; null for every other link. It has no more fields than this,
 * because whoever opens the email may read it.
 */
export function waitingLink(found: FoundLink | null) {
  if (found?.state !== "waits") return null;
  const { provider, course, enrolment } = found.at;
  const { name, intake, length } = course;
  return {
    provider: providerView(provider),
    course: { name, intake, length },
    firstName: enrolment.firstName,
  };
}

/**
 * The student presses "Continue here". From now on this link is in use, and earlier ones have ended.
 * @returns the step to continue at; null for a link that does not open
 */
export async function continueHere(deps: Untimed<PortalDeps>, secret: string): Promise<Step | null> {
  const found = await findByLink(deps, secret);
  if (found?.state === "waits") await continueBy(deps.db, found.at);
  return found?.state === "waits" || found?.state === "opens" ? stepOf(found.at) : null;
}
