import type { CheckoutDeps } from "../checkout/context";
import { claimedDda, isSessionOf, isStudentMark } from "../crypto/setup-session";
import { findSetup, type SetupRow } from "../db/setup";

/** How the page was opened. */
export interface Opened {
  session: string;
  /** What the portal adds to the address; "" where it did not open the page. */
  student: string;
}

/** What a session shows, and whether the portal opened it by the link to the enrolment that is in use. */
export type Session = SetupRow & { isStudents: boolean };

/**
 * Null for a session that was never issued, or was replaced.
 * @param read what is known of the session already
 */
export async function findSession(
  deps: CheckoutDeps,
  { session, student }: Opened,
  read?: SetupRow,
): Promise<Session | null> {
  const id = claimedDda(session);
  const row = read ?? (id && (await findSetup(deps.db, id)));
  if (!row || !isSessionOf(deps.vault, row.dda, session)) return null;
  const isStudents = row.linkInUse !== null && isStudentMark(deps.vault, row.dda, row.linkInUse, student);
  return { ...row, isStudents };
}
