import { type Clock, inTime, later } from "../../packages/dates/time";
import { CONNECTIONS } from "../../packages/mail/smtp";
import type { MailTransport, Message, Sent } from "../../packages/mail/transport";
import { present } from "../../packages/text/narrow";
import { keepLease, LEASE_MS } from "../../packages/turns/lease";
import { crashPoint } from "../crash-point";
import { tellUnreadable } from "../crypto/unreadable";
import { Unreadable } from "../crypto/vault";
import { forTenant } from "../db/as-tenant";
import { renewLease } from "../db/leases";
import { leaseMails, type MailRow, type Recorded, recordMail } from "../db/mail";
import { answerLinkRequests } from "../db/resume-links";
import type { Id } from "../domain/ids";
import { mailDelayAfter } from "../domain/mail";
import { contentOf } from "./content";
import type { Mail, MailDeps } from "./context";
import { messageOf } from "./message";
import { recordUndelivered } from "./undelivered";

/**
 * Handles requests for new links, and sends emails until none is due or `goesOn` returns false. Any number of processes may
 * run it and be stopped at any point: an email that was accepted and not recorded goes out again, under the same Message-ID.
 * @param only one provider's
 * @returns how many were accepted, or kept
 */
export async function sendDueMails(
  deps: MailDeps,
  clock: Clock,
  goesOn: () => boolean,
  only: Id<"prv"> | null = null,
): Promise<number> {
  const { mail } = deps;
  if (!mail) return 0;
  if (!only) await answerLinkRequests(deps.db, clock());
  let done = 0;
  while (goesOn()) {
    const now = clock();
    const leased = await leaseMails(deps.db, now, later(now, LEASE_MS), CONNECTIONS, only);
    const results = await Promise.all(
      leased.map((one) => attempt(forTenant(deps, one.providerId), mail, one, clock)),
    );
    done += results.filter(Boolean).length;
    if (leased.length < CONNECTIONS) break;
  }
  return done;
}

/** True if the email was accepted or kept, and that was recorded. */
async function attempt(deps: MailDeps, mail: Mail, row: MailRow, clock: Clock): Promise<boolean> {
  const endLease = keepLease(() => renewLease(deps.db, "mail", row, later(clock(), LEASE_MS)));
  const record = async (recorded: Recorded) => {
    await endLease();
    return recorded.isRefused ? recordUndelivered(deps, row, recorded) : recordMail(deps.db, row, recorded);
  };
  try {
    const content = await contentOf(deps, row, clock());
    if (!content) {
      await record({ status: "cancelled", dueAt: null, at: clock(), error: null });
      return false;
    }
    const message = messageOf(deps, mail, row, content);
    const recorded = mail.transport
      ? afterSending(await sent(mail.transport, message), row.attempts + 1, clock())
      : kept(message, clock());
    if (recorded.error === null) crashPoint("mail.taken");
    const about = { mailId: row.id, kind: row.kind, code: recorded.error };
    if (recorded.status === "failed") deps.log.error(about, "A mail to a student was given up");
    else if (recorded.error !== null) deps.log.warn(about, "A mail to a student was not taken");
    return (await record(recorded)) && recorded.error === null;
  } catch (error) {
    let code = "fault";
    if (error instanceof Unreadable) {
      code = "key_missing";
      const of = present(row.enrolmentId ?? row.checkoutId, "record that the mail is about");
      await tellUnreadable(
        deps,
        { what: "links to enrolments", providerId: row.providerId, of },
        clock(),
        error,
      );
    } else deps.log.error({ error, mailId: row.id }, "A mail could not be attempted");
    const faulty = afterSending({ outcome: "not_taken", code }, row.attempts + 1, clock());
    // If this fails too, another attempt follows when the lease ends.
    await record(faulty).catch(() => false);
    return false;
  }
}

/** A server may send a byte now and then forever. */
const sent = (transport: MailTransport, message: Message): Promise<Sent> =>
  inTime(transport.send(message), transport.maxMs, () => ({ outcome: "not_taken", code: "timeout" }));

function kept({ subject, text: textBody, html: htmlBody }: Message, at: Date): Recorded {
  return { status: "kept", dueAt: null, at, error: null, kept: { subject, textBody, htmlBody } };
}

export function afterSending(sent: Sent, number: number, at: Date, random = Math.random()): Recorded {
  if (sent.outcome === "taken") return { status: "sent", dueAt: null, at, error: null };
  const delay = sent.outcome === "refused" ? null : mailDelayAfter(number, random);
  const isRefused = sent.outcome === "refused";
  if (delay === null) return { status: "failed", dueAt: null, at, error: sent.code, isRefused };
  return { status: "pending", dueAt: later(at, delay), at, error: sent.code };
}
