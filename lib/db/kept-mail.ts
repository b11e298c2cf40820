import { and, desc, eq } from "drizzle-orm";
import { email, provider } from "../../drizzle/schema";
import type { Id } from "../domain/ids";
import type { Db } from "./client";

const LISTED = {
  id: email.id,
  kind: email.kind,
  address: email.address,
  subject: email.subject,
  finishedAt: email.finishedAt,
  providerId: email.providerId,
  checkoutId: email.checkoutId,
  provider: provider.name,
  replyTo: provider.email,
};

/** Mails that are kept instead of sent, newest first, of all providers: the sandbox's own. */
export function listKeptMails(db: Db, limit: number) {
  return db
    .select(LISTED)
    .from(email)
    .innerJoin(provider, eq(provider.id, email.providerId))
    .where(eq(email.status, "kept"))
    .orderBy(desc(email.id))
    .limit(limit);
}

export async function findKeptMail(db: Db, id: Id<"eml">) {
  const [row] = await db
    .select({ ...LISTED, textBody: email.textBody, htmlBody: email.htmlBody })
    .from(email)
    .innerJoin(provider, eq(provider.id, email.providerId))
    .where(and(eq(email.id, id), eq(email.status, "kept")));
  return row ?? null;
}
