import { clockFrom, timed, type Untimed } from "../../packages/dates/time";
import { asOfNow } from "../checkout/load";
import { nextAction } from "../checkout/resource";
import { asTenant } from "../db/as-tenant";
import { findEnrolment } from "../db/enrolments";
import { areOver, enrolmentEndedAt } from "../domain/resume-link";
import { type PortalDeps, withoutLink } from "../enrolment/context";
import { withLeadOf } from "../enrolment/plan";
import { viewOf } from "../enrolment/view";
import { enrolmentOf } from "./actions/around";
import type { StaffCaller } from "./caller";
import { findOwn } from "./checkout";
import { demand } from "./permissions";

/**
 * What the student of a checkout sees now, or why there is nothing to show. Nothing of it opens the enrolment, the hosted page
 * or the bank's, and nobody learns that it was looked at. Null for a checkout of another provider.
 */
export async function readStudentPage(deps: Untimed<PortalDeps>, caller: StaffCaller, checkoutId: string) {
  demand(caller, "read");
  return asTenant(deps.db, caller.provider.id, async (db) => {
    const own = { ...deps, db };
    const stored = await findOwn(db, caller, checkoutId);
    if (!stored) return null;
    const about = { name: `${stored.checkout.firstName} ${stored.checkout.lastName}` };
    const begun = await enrolmentOf(db, stored.checkout);
    const found = begun && (await findEnrolment(db, begun.id));
    if (!found) {
      const { type } = nextAction(own, asOfNow(own, stored));
      return { ...about, view: null, whyNot: NOT_OF_PORTAL[type] ?? NO_PAGE };
    }
    const at = withoutLink(own, found);
    if (areOver(enrolmentEndedAt(found.enrolment.updatedAt, at.record), found.readAt))
      return { ...about, view: null, whyNot: OVER };
    const now = own.now ?? clockFrom(found.readAt);
    const view = viewOf(timed(own, now), await withLeadOf(own, at));
    return { ...about, view: { ...view, setupUrl: null, cardBankUrl: null }, whyNot: null };
  });
}

const OVER = "The enrolment ended more than 90 days ago. The student’s link opens nothing any more.";
const NO_PAGE = "This order did not begin in your portal, so the student has no page of it here now.";
const NOT_OF_PORTAL: Partial<Record<ReturnType<typeof nextAction>["type"], string>> = {
  authorise_direct_debit:
    "This order did not begin in your portal. The student sees the hosted page for the bank account, which your system shows them.",
  open: "This order did not begin in your portal. The student sees the hosted page for the card, which your system shows them.",
};
