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
} from "drizzle-orm/pg-core";
import { ACTOR_FORM } from "../../lib/domain/actor";
import { DDA_STATUSES, type DdaStatus, EVENT_TYPES, type EventType } from "../../lib/domain/states";
import { checkout } from "./checkout";
import { actor, bytea, instant, nullableTypeId, oneOf, typeId } from "./columns";

/** A direct debit authority: the permission, its evidence, and the sealed bank details. */
export const dda = pgTable(
  "dda",
  {
    providerId: typeId("prv"),
    id: typeId("dda"),
    checkoutId: typeId("chk"),
    status: text().$type<DdaStatus>().notNull(),
    /** The hosted page's session is derived from the id, this count and this key version; raising it ends the old link. */
    sessionGeneration: smallint().notNull().default(1),
    sessionKeyVersion: smallint().notNull(),
    /** Account name, BSB and account number, AES-256-GCM bound to this row. */
    bankSealed: bytea(),
    bankKeyVersion: smallint(),
    /** All that is ever shown once authorised. */
    bsb: text(),
    accountEnding: text(),
    /** Sandbox only: a later debit will dishonour for this reason. */
    dishonourReason: text(),
    /** Evidence of authority: the exact words agreed to, when, and from where. */
    authorityText: text(),
    authorityVersion: text(),
    setupStartedAt: instant(),
    /** When the hosted page was given an account that could be used, within the last hour of those. */
    submittedAt: instant().array().notNull().default(sql`'{}'`),
    authorisedAt: instant(),
    authorisedVia: text(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    unique("dda_id_unique").on(t.id),
    unique("dda_one_per_checkout").on(t.providerId, t.checkoutId),
    foreignKey({ columns: [t.providerId, t.checkoutId], foreignColumns: [checkout.providerId, checkout.id] }),
    check("dda_status_known", oneOf("status", DDA_STATUSES)),
    check(
      "dda_authorised_is_evidenced",
      sql`${t.status} <> 'Authorised' or num_nulls(${t.bankSealed}, ${t.bankKeyVersion}, ${t.bsb}, ${t.accountEnding}, ${t.authorityText}, ${t.authorityVersion}, ${t.authorisedAt}, ${t.authorisedVia}) = 0`,
    ),
  ],
);

export interface StoredDeclaration {
  key: string;
  text: string;
  version: string;
}

/** The signed Payment Plan Agreement, byte for byte as it was rendered. */
export const agreement = pgTable(
  "agreement",
  {
    providerId: typeId("prv"),
    id: typeId("agr"),
    checkoutId: typeId("chk"),
    version: text().notNull(),
    /** Hex SHA-256 of `pdf`. */
    sha256: text().notNull(),
    pdf: bytea().notNull(),
    declarations: jsonb().$type<StoredDeclaration[]>().notNull(),
    signedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    unique("agreement_one_per_checkout").on(t.providerId, t.checkoutId),
    foreignKey({ columns: [t.providerId, t.checkoutId], foreignColumns: [checkout.providerId, checkout.id] }),
    check("agreement_sha256_is_of_pdf", sql`${t.sha256} = encode(sha256(${t.pdf}), 'hex')`),
  ],
);

/** What happened to a checkout, in order: its timeline, and the outbox that webhooks are delivered from. */
export const event = pgTable(
  "event",
  {
    providerId: typeId("prv"),
    checkoutId: typeId("chk"),
    /** 1, 2, 3 … within the checkout, so that a receiver can put events in order. */
    sequence: integer().notNull(),
    id: typeId("evt"),
    type: text().$type<EventType>().notNull(),
    /** The status resource as it was at that change: no token, no addresses of action, no bank details. Null after 90 days. */
    data: jsonb().$type<Record<string, unknown>>(),
    actor: actor().notNull(),
    requestId: nullableTypeId("req"),
    /** Evidence: where the request came from. A provider's system's address is not the student's. */
    ipAddress: text(),
    userAgent: text(),
    occurredAt: instant().notNull(),
    /** When the endpoints that hear of it were found; null until then. */
    dispatchedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.checkoutId, t.sequence] }),
    index("event_to_dispatch").on(t.occurredAt).where(sql`${t.dispatchedAt} is null`),
    // For replays of a span of time, and the purge. A few pages, because events are written in the order of their time.
    index("event_by_time").using("brin", t.occurredAt),
    unique("event_id_unique").on(t.providerId, t.id),
    foreignKey({ columns: [t.providerId, t.checkoutId], foreignColumns: [checkout.providerId, checkout.id] }),
    check("event_type_known", oneOf("type", EVENT_TYPES)),
    check("event_actor_form", sql`${t.actor} ~ '${sql.raw(ACTOR_FORM)}'`),
    check("event_sequence_positive", sql`${t.sequence} > 0`),
  ],
);
