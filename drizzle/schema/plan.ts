import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { ACTOR_FORM, AUTHORITY_ENDINGS, DDA_STATUSES, EVENT_TYPES } from "../vocabulary";
import { checkout } from "./checkout";
import { bytea, instant, nullableTypeId, oneOf, typeId } from "./columns";

/**
 * A bank authority: the permission, its evidence, and the sealed bank details. A checkout has one live one. What another
 * account has replaced keeps its evidence, without the sealed details.
 */
export const dda = pgTable(
  "dda",
  {
    providerId: typeId("prv"),
    id: typeId("dda"),
    checkoutId: typeId("chk"),
    status: text({ enum: DDA_STATUSES }).notNull(),
    /** The hosted page's address is derived from id, generation and key: a new generation ends the old address. */
    sessionGeneration: smallint().notNull().default(1),
    sessionKeyVersion: smallint().notNull(),
    /** Account name, BSB and account number. */
    bankSealed: bytea(),
    bankKeyVersion: smallint(),
    /** All that is ever shown of the account. */
    bsb: text(),
    accountEnding: text(),
    /** The processor account that knows the bank account, and its own name for it. Null where the provider collects itself. */
    debitGateway: text(),
    debitReference: text(),
    /** Evidence, from here on: the exact words, when, and from where. */
    authorityText: text(),
    authorityVersion: text(),
    /** That the bank statement shows for the debits, as the student was told. */
    statementName: text(),
    setupStartedAt: instant(),
    /** Submissions of bank details within an hour, for the limit. */
    submittedAt: instant().array().notNull().default(sql`'{}'`),
    authorisedAt: instant(),
    authorisedVia: text(),
    ipAddress: text(),
    userAgent: text(),
    /** Until when the hosted page takes another account in its place. Null: nobody has asked for that. */
    replaceableUntil: instant(),
    /** When another account took its place. Null while it is the live one. */
    endedAt: instant(),
    endedWhy: text({ enum: AUTHORITY_ENDINGS }),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    unique("dda_id_unique").on(t.id),
    uniqueIndex("dda_one_live").on(t.providerId, t.checkoutId).where(sql`${t.endedAt} is null`),
    // What a debit was made by, and what a reset deletes, may have ended.
    index("dda_by_checkout").on(t.providerId, t.checkoutId),
    foreignKey({ columns: [t.providerId, t.checkoutId], foreignColumns: [checkout.providerId, checkout.id] }),
    index("dda_by_account").on(t.providerId, t.bsb, t.accountEnding).where(sql`${t.bsb} is not null`),
    index("dda_by_app_key").on(t.bankKeyVersion).where(sql`${t.bankSealed} is not null`),
    check("dda_status_known", oneOf("status", DDA_STATUSES)),
    check("dda_is_registered_whole", sql`num_nulls(${t.debitGateway}, ${t.debitReference}) in (0, 2)`),
    check(
      "dda_authorised_is_evidenced",
      sql`${t.status} <> 'Authorised' or num_nulls(${t.bsb}, ${t.accountEnding}, ${t.authorityText}, ${t.authorityVersion}, ${t.authorisedAt}, ${t.authorisedVia}) = 0`,
    ),
    check("dda_ending_known", oneOf("ended_why", AUTHORITY_ENDINGS)),
    check("dda_ended_has_why", sql`num_nulls(${t.endedAt}, ${t.endedWhy}) in (0, 2)`),
    check(
      "dda_bank_details_until_its_end",
      sql`${t.status} <> 'Authorised' or num_nulls(${t.bankSealed}, ${t.bankKeyVersion}) = case when ${t.endedAt} is null then 0 else 2 end`,
    ),
  ],
);

interface StoredDeclaration {
  key: string;
  text: string;
  version: string;
}

/** What was signed, and once it is made the PDF of it, byte for byte as rendered. */
export const agreement = pgTable(
  "agreement",
  {
    providerId: typeId("prv"),
    id: typeId("agr"),
    checkoutId: typeId("chk"),
    version: text().notNull(),
    /** Everything that the PDF prints, as canonical JSON. */
    content: text().notNull(),
    /** Hex SHA-256 of `content`. */
    contentSha256: text().notNull(),
    /** Hex SHA-256 of `pdf`. */
    sha256: text(),
    pdf: bytea(),
    declarations: jsonb().$type<StoredDeclaration[]>().notNull(),
    signedAt: instant().notNull(),
    /** When background work may make the PDF; null once it is made. */
    dueAt: instant().default(sql`now()`),
    leaseUntil: instant(),
    failures: smallint().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    unique("agreement_one_per_checkout").on(t.providerId, t.checkoutId),
    foreignKey({ columns: [t.providerId, t.checkoutId], foreignColumns: [checkout.providerId, checkout.id] }),
    index("agreement_to_make").on(t.dueAt).where(sql`${t.pdf} is null`),
    check(
      "agreement_content_sha256_is_of_content",
      sql`${t.contentSha256} = encode(sha256(convert_to(${t.content}, 'UTF8')), 'hex')`,
    ),
    check(
      "agreement_sha256_is_of_pdf",
      sql`(num_nulls(${t.pdf}, ${t.sha256}) = 2 and ${t.dueAt} is not null) or (num_nulls(${t.pdf}, ${t.sha256}) = 0 and ${t.dueAt} is null and ${t.sha256} = encode(sha256(${t.pdf}), 'hex'))`,
    ),
  ],
);

/** A checkout's timeline, and the outbox for webhooks and mails. */
export const event = pgTable(
  "event",
  {
    providerId: typeId("prv"),
    checkoutId: typeId("chk"),
    /** From 1 within the checkout, so that a receiver can put events in order. */
    sequence: integer().notNull(),
    id: typeId("evt"),
    type: text({ enum: EVENT_TYPES }).notNull(),
    /** The resource after that change, without token, links that act and bank details. Null after 90 days. */
    data: jsonb().$type<Record<string, unknown>>(),
    /** As `lib/domain/actor.ts` writes it. */
    actor: text().notNull(),
    requestId: nullableTypeId("req"),
    /** Evidence. With a provider's key it is not the student's address. */
    ipAddress: text(),
    userAgent: text(),
    occurredAt: instant().notNull(),
    /** When it was handed to webhooks and mails; null until then. */
    dispatchedAt: instant(),
    /** How often it could not be handed over; null while that did not happen. */
    dispatchFailures: integer(),
    /** After a failure: not before then. */
    dispatchAfter: instant(),
    /** Of the request that caused it (W3C Trace Context), which its deliveries go on from; null where nothing was traced. */
    traceparent: text(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.checkoutId, t.sequence] }),
    index("event_to_dispatch").on(t.occurredAt).where(sql`${t.dispatchedAt} is null`),
    // BRIN takes a few pages only, because events are written in the order of their time.
    index("event_by_time").using("brin", t.occurredAt),
    // Without it a list of a type that few have goes through all.
    index("event_by_type").on(t.providerId, t.type, t.id),
    index("event_by_request").on(t.providerId, t.requestId).where(sql`${t.requestId} is not null`),
    unique("event_id_unique").on(t.providerId, t.id),
    foreignKey({ columns: [t.providerId, t.checkoutId], foreignColumns: [checkout.providerId, checkout.id] }),
    check("event_type_known", oneOf("type", EVENT_TYPES)),
    check("event_actor_form", sql`${t.actor} ~ '${sql.raw(ACTOR_FORM)}'`),
    check("event_sequence_positive", sql`${t.sequence} > 0`),
  ],
);
