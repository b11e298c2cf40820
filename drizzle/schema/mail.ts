import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { MAIL_KINDS, MAIL_STATUSES, type MailKind, type MailStatus } from "../../lib/domain/mail";
import { checkout } from "./checkout";
import { instant, nullableTypeId, oneOf, typeId } from "./columns";
import { enrolment } from "./enrolment";
import { provider } from "./provider";

/** A mail to a student: due again until a server takes it, or until the schedule ends. */
export const email = pgTable(
  "email",
  {
    providerId: typeId("prv").references(() => provider.id),
    /** Also the Message-ID, the same at every attempt. */
    id: typeId("eml"),
    kind: text().$type<MailKind>().notNull(),
    /** What a receipt and an agreement are of; what they say is read from there when they are sent. */
    checkoutId: nullableTypeId("chk"),
    /** What a link resumes. */
    enrolmentId: nullableTypeId("enr"),
    /** Link only: the generation that it carries. */
    linkGeneration: integer(),
    address: text().notNull(),
    status: text().$type<MailStatus>().notNull().default("pending"),
    /** How many attempts were made and recorded. */
    attempts: integer().notNull().default(0),
    /** When the next attempt is due; null once it is over. */
    dueAt: instant(),
    /** A worker has it until then; the attempt is recorded only by who still holds this very lease. */
    leaseUntil: instant(),
    /** Why the last attempt failed: `smtp_550`, `timeout`. Never what a server said, which quotes addresses. */
    lastError: text(),
    createdAt: instant().notNull(),
    finishedAt: instant(),
    /** Kept only: what would have been sent. */
    subject: text(),
    textBody: text(),
    htmlBody: text(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    unique("email_id_unique").on(t.id),
    foreignKey({
      name: "email_checkout",
      columns: [t.providerId, t.checkoutId],
      foreignColumns: [checkout.providerId, checkout.id],
    }),
    // A link to answers that are forgotten is forgotten with them.
    foreignKey({
      name: "email_enrolment",
      columns: [t.providerId, t.enrolmentId],
      foreignColumns: [enrolment.providerId, enrolment.id],
    }).onDelete("cascade"),
    uniqueIndex("email_once_per_checkout").on(t.providerId, t.checkoutId, t.kind),
    uniqueIndex("email_once_per_generation").on(t.providerId, t.enrolmentId, t.linkGeneration),
    index("email_due").on(t.dueAt).where(sql`${t.status} = 'pending'`),
    // For metrics.
    index("email_failed").on(t.finishedAt).where(sql`${t.status} = 'failed'`),
    index("email_to_purge").on(t.createdAt),
    check("email_kind_known", oneOf("kind", MAIL_KINDS)),
    check("email_status_known", oneOf("status", MAIL_STATUSES)),
    check("email_is_about_one", sql`num_nonnulls(${t.checkoutId}, ${t.enrolmentId}) = 1`),
    check(
      "email_link_has_generation",
      sql`(${t.kind} in ('resume_link', 'new_link')) = (${t.enrolmentId} is not null) and (${t.enrolmentId} is null) = (${t.linkGeneration} is null)`,
    ),
    check("email_pending_is_due", sql`(${t.status} = 'pending') = (${t.dueAt} is not null)`),
    check(
      "email_kept_whole",
      sql`num_nonnulls(${t.subject}, ${t.textBody}, ${t.htmlBody}) = case when ${t.status} = 'kept' then 3 else 0 end`,
    ),
  ],
);

/**
 * That somebody asked for a new link, whether there is anything to send or not: the worker finds out and deletes it, so
 * that the answer to the form can tell nothing.
 */
export const linkRequest = pgTable(
  "link_request",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null where it was asked for at no provider's page: of all of them. */
    providerId: nullableTypeId("prv").references(() => provider.id),
    address: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [index("link_request_by_age").on(t.createdAt)],
);
