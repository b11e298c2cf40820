import { newEvent, untilWritten } from "../checkout/change";
import { SYSTEM } from "../checkout/load";
import { toResource } from "../checkout/resource";
import { findCheckout } from "../db/checkouts";
import { type MailRow, type Recorded, recordMail, recordMailAndTell } from "../db/mail";
import type { MailDeps } from "./context";

/**
 * Records that a mail server rejected an email permanently, and tells the provider if it was a receipt or an agreement. A
 * link belongs to no checkout: the page tells its student. What later emails tell, their plan or refund tells too.
 * @returns false if the lease was lost; then nothing is written
 */
export async function recordUndelivered(deps: MailDeps, mail: MailRow, recorded: Recorded): Promise<boolean> {
  const { db } = deps;
  const { providerId, checkoutId } = mail;
  if (checkoutId === null || mail.about !== "") return recordMail(db, mail, recorded);
  return untilWritten(async () => {
    const record = await findCheckout(db, providerId, checkoutId);
    // A reset has deleted it, with its mails.
    if (!record) return false;
    const at = record.readAt;
    const after = { ...record, checkout: { ...record.checkout, updatedAt: at } };
    const resource = { ...toResource(deps, after), student_email: "undelivered" } as const;
    const told = newEvent("student.email_undelivered", resource, SYSTEM, at);
    return recordMailAndTell(db, mail, recorded, record.checkout, told);
  });
}
