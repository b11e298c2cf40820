import { crashPoint } from "../crash-point";
import { leaseMails, type MailRow, type Recorded, recordMail } from "../db/mail";
import { answerLinkRequests } from "../db/resume-links";
import { mailDelayAfter } from "../domain/mail";
import { type Clock, later } from "../domain/time";
import { contentOf } from "./content";
import type { MailDeps } from "./context";
import { messageOf } from "./message";
import type { Mail, Message, Sent } from "./port";
import { CONNECTIONS } from "./smtp";

/** What is added to an attempt's own time: reading what it says, and writing down what became of it. */
const LEASE_BESIDE_MS = 30_000;

/**
 * Answers requests for new links, and sends mails until none is due, or until `goesOn` says no; what is under way then is finished. May run as often and by
 * as many as may be, and be cut off at any point. A mail that the server took and nobody could write down goes out
 * again, under the same Message-ID.
 * @returns how many were taken, or kept
 */
export async function sendDueMails(deps: MailDeps, clock: Clock, goesOn: () => boolean): Promise<number> {
  const { mail } = deps;
  if (!mail) return 0;
  const mostMs = mail.transport?.mostMs ?? 0;
  await answerLinkRequests(deps.db, clock());
  let done = 0;
  while (goesOn()) {
    const now = clock();
    const leaseUntil = later(now, mostMs + LEASE_BESIDE_MS);
    const leased = await leaseMails(deps.db, now, leaseUntil, CONNECTIONS);
    const results = await Promise.all(leased.map((one) => attempt(deps, mail, one, clock)));
    done += results.filter(Boolean).length;
    if (leased.length < CONNECTIONS) break;
  }
  return done;
}

/** Sends one and writes down what became of it. Whether it was taken, and we could say so. */
async function attempt(deps: MailDeps, mail: Mail, row: MailRow, clock: Clock): Promise<boolean> {
  try {
    const content = await contentOf(deps, row, clock());
    if (!content) {
      await recordMail(deps.db, row, { status: "cancelled", dueAt: null, at: clock(), error: null });
      return false;
    }
    const { letter, attachment, provider, accent } = content;
    const message = messageOf(deps, mail, { ...row, provider, accent }, letter, attachment);
    const recorded = mail.transport
      ? afterSending(await mail.transport.send(message), row.attempts + 1, clock())
      : keeping(message, clock());
    if (recorded.error === null) crashPoint("mail.taken");
    if (recorded.status === "failed")
      deps.log.error(
        { mailId: row.id, kind: row.kind, code: recorded.error },
        "A mail to a student was given up",
      );
    else if (recorded.error !== null)
      deps.log.warn(
        { mailId: row.id, kind: row.kind, code: recorded.error },
        "A mail to a student was not taken",
      );
    return (await recordMail(deps.db, row, recorded)) && recorded.error === null;
  } catch (error) {
    deps.log.error({ error, mailId: row.id }, "A mail could not be attempted");
    const faulty = afterSending({ outcome: "not_taken", code: "fault" }, row.attempts + 1, clock());
    // Where this fails too, the lease ends and another takes it.
    await recordMail(deps.db, row, faulty).catch(() => false);
    return false;
  }
}

function keeping({ subject, text, html }: Message, at: Date): Recorded {
  return {
    status: "kept",
    dueAt: null,
    at,
    error: null,
    kept: { subject, textBody: text, htmlBody: html },
  };
}

/** @param number of the attempt, the first being 1 */
export function afterSending(sent: Sent, number: number, at: Date, random = Math.random()): Recorded {
  if (sent.outcome === "taken") return { status: "sent", dueAt: null, at, error: null };
  const delay = sent.outcome === "refused" ? null : mailDelayAfter(number, random);
  if (delay === null) return { status: "failed", dueAt: null, at, error: sent.code };
  return { status: "pending", dueAt: later(at, delay), at, error: sent.code };
}
