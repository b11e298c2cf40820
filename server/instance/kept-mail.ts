import { findKeptMail, listKeptMails } from "../../lib/db/mail";
import { isId } from "../../lib/domain/ids";
import { agreementPdf } from "../../lib/mail/content";
import type { MailDeps } from "../../lib/mail/context";
import { oneLine } from "../../packages/mail/letter";
import { filled, present } from "../../packages/text/narrow";

const MAX_LISTED = 100;

type Row = Awaited<ReturnType<typeof listKeptMails>>[number];

/** The emails that a sandbox keeps, as plain data for its pages; null if it keeps none. */
export function createKeptMail(deps: MailDeps) {
  const { db, mail } = deps;
  if (!mail || mail.transport) return null;
  const find = (id: string) => (isId("eml", id) ? findKeptMail(db, id) : null);
  return {
    list: async () => (await listKeptMails(db, MAX_LISTED)).map(listed),
    async open(id: string) {
      const row = await find(id);
      if (!row) return null;
      const attached = await attachmentOf(row);
      return {
        ...listed(row),
        from: `${oneLine(row.provider)} <${mail.from}>`,
        replyTo: row.replyTo || null,
        text: present(row.textBody, "text of a kept mail"),
        attachment: attached?.filename ?? null,
      };
    },
    html: async (id: string) => (await find(id))?.htmlBody ?? null,
    async attachment(id: string) {
      const row = await find(id);
      return row && attachmentOf(row);
    },
  };

  async function attachmentOf({ kind, providerId, checkoutId }: Row) {
    return kind === "agreement" ? agreementPdf(deps, providerId, present(checkoutId, "checkout")) : null;
  }
}

function listed(row: Row) {
  const { id, kind, address, subject, provider, finishedAt } = filled(row, "subject", "finishedAt");
  return { id, kind, to: address, subject, provider, at: finishedAt.toISOString() };
}
