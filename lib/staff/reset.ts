import { takeFromBucket } from "../db/rate-buckets";
import { findStaff } from "../db/staff";
import { REQUESTS_FOR_AN_ADDRESS } from "../domain/mail";
import { refuse, type StaffDeps, type StaffResult, type StaffVisit } from "./context";
import { makeLink, sendLink } from "./mailed-link";
import { bucketOfStaff } from "./sign-in";

/** Whether links can be emailed. Otherwise whoever invited somebody makes a new one. */
export const sendsLinks = ({ mail }: Pick<StaffDeps, "mail">): boolean => mail?.transport != null;

/**
 * Emails a link that sets a new password. Any address gets the same response in the same time, and requests over the limit
 * are dropped silently.
 * @param afterwards runs what the response does not wait for
 */
export async function askForReset(
  deps: StaffDeps,
  visit: StaffVisit,
  { email }: Record<"email", string>,
  afterwards: (work: () => Promise<void>) => void,
): Promise<StaffResult> {
  const address = email.trim().toLowerCase();
  if (!/^\S+@\S+$/.test(address))
    return refuse({ email: "Enter an email address in the correct format, like name@example.com" });
  const { admitted } = await takeFromBucket(
    deps.db,
    bucketOfStaff("reset", address),
    1,
    REQUESTS_FOR_AN_ADDRESS,
  );
  if (admitted) afterwards(() => mailReset(deps, visit, address));
  return { ok: true, cookies: [], to: "/console/reset?asked=yes" };
}

async function mailReset(deps: StaffDeps, { requestId }: StaffVisit, email: string): Promise<void> {
  const { mail, log } = deps;
  try {
    const found = await findStaff(deps.db, email);
    if (!found || !mail?.transport) return;
    const { href } = await makeLink({ ...deps, signIn: await deps.signIn() }, found.id, "reset");
    const isTaken = await sendLink({ from: mail.from, transport: mail.transport }, { email, href }, "reset");
    if (!isTaken) log.warn({ requestId }, "The mail server did not take a link for staff");
  } catch (error) {
    log.error({ error, requestId }, "A link for staff could not be emailed");
  }
}
