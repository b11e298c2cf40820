import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { MAIL_KINDS, MAIL_STATUSES } from "../vocabulary";
import { checkout } from "./checkout";
import { instant, nullableTypeId, oneOf, typeId } from "./columns";
import { enrolment } from "./enrolment";
import { provider } from "./provider";

/** What was changed of a collected plan. */
interface StoredChange {
  kind: "pause" | "resume" | "move" | "retry" | "outside_payment" | "card_payment" | "new_account" | "end";
  by: "student" | "provider";
  /** Of the payment. */
  number: number | null;
  /** Of the payments that a card paid. */
  paid?: readonly number[];
  effectiveOn: string;
}

/** A mail to a student. The text is made when it is sent. */
export const email = pgTable(
  "email",
  {
    providerId: typeId("prv").references(() => provider.id),
    /** Also the Message-ID, at every attempt. */
    id: typeId("eml"),
    kind: text({ enum: MAIL_KINDS }).notNull(),
    /** All but links. */
    checkoutId: nullableTypeId("chk"),
    /** What else it tells of, such as a refund's id, or the act of staff that sends a document again. Empty for the first. */
    about: text().notNull().default(""),
    /** `plan_changed` only. */
    change: jsonb().$type<StoredChange>(),
    /** Links only. */
    enrolmentId: nullableTypeId("enr"),
    /** Links only. */
    linkGeneration: integer(),
    address: text().notNull(),
    status: text({ enum: MAIL_STATUSES }).notNull().default("pending"),
    attempts: integer().notNull().default(0),
    /** Null after the last attempt. */
    dueAt: instant(),
    /** A worker has it until then, and records its attempt only while it still has this lease. */
    leaseUntil: instant(),
    /** `smtp_550`, `timeout`; `key_missing`, `fault` where it could not be made. Never the mail server's text, which quotes addresses. */
    lastError: text(),
    createdAt: instant().notNull(),
    finishedAt: instant(),
    /** Kept mails only. */
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
    foreignKey({
      name: "email_enrolment",
      columns: [t.providerId, t.enrolmentId],
      foreignColumns: [enrolment.providerId, enrolment.id],
    }).onDelete("cascade"),
    uniqueIndex("email_once").on(t.providerId, t.checkoutId, t.kind, t.about),
    uniqueIndex("email_once_per_generation").on(t.providerId, t.enrolmentId, t.linkGeneration),
    index("email_due").on(t.dueAt).where(sql`${t.status} = 'pending'`),
    index("email_failed").on(t.finishedAt).where(sql`${t.status} = 'failed'`),
    index("email_failed_of_provider").on(t.providerId, t.finishedAt).where(sql`${t.status} = 'failed'`),
    index("email_to_purge").on(t.createdAt),
    check("email_kind_known", oneOf("kind", MAIL_KINDS)),
    check("email_status_known", oneOf("status", MAIL_STATUSES)),
    check("email_is_about_one", sql`num_nonnulls(${t.checkoutId}, ${t.enrolmentId}) = 1`),
    check(
      "email_link_has_generation",
      sql`(${t.kind} in ('resume_link', 'new_link')) = (${t.enrolmentId} is not null) and (${t.enrolmentId} is null) = (${t.linkGeneration} is null)`,
    ),
    check(
      "email_is_about_something",
      sql`${t.kind} in ('receipt', 'agreement') or (${t.kind} in ('resume_link', 'new_link')) = (${t.about} = '')`,
    ),
    check("email_of_change", sql`(${t.kind} = 'plan_changed') = (${t.change} is not null)`),
    check("email_pending_is_due", sql`(${t.status} = 'pending') = (${t.dueAt} is not null)`),
    check(
      "email_kept_whole",
      sql`num_nonnulls(${t.subject}, ${t.textBody}, ${t.htmlBody}) = case when ${t.status} = 'kept' then 3 else 0 end`,
    ),
  ],
);

/** A request for a new link. A worker looks for enrolments, so that the form's answer tells nothing. */
export const linkRequest = pgTable(
  "link_request",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null for all providers. */
    providerId: nullableTypeId("prv").references(() => provider.id),
    address: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [index("link_request_by_age").on(t.createdAt)],
);
