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
import type { EventType } from "../vocabulary";
import { API_VERSION, DELIVERY_KINDS, DELIVERY_STATUSES, DISABLED_REASONS } from "../vocabulary";
import { bytea, instant, oneOf, typeId } from "./columns";
import { provider } from "./provider";

export const webhookEndpoint = pgTable(
  "webhook_endpoint",
  {
    providerId: typeId("prv").references(() => provider.id),
    id: typeId("whe"),
    url: text().notNull(),
    description: text(),
    /** Empty for all types, future ones too. */
    eventTypes: text().array().$type<EventType[]>().notNull(),
    /** That it was created with. */
    apiVersion: text().notNull().default(API_VERSION),
    /** Null while enabled. */
    disabledReason: text({ enum: DISABLED_REASONS }),
    disabledAt: instant(),
    /** First failure since the last success; after five days the endpoint is disabled. */
    failingSince: instant(),
    secretSealed: bytea().notNull(),
    secretKeyVersion: smallint().notNull(),
    /** Signs beside the new secret until then. */
    previousSecretSealed: bytea(),
    previousSecretKeyVersion: smallint(),
    previousSecretUntil: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** A deleted endpoint's row stays as long as its log. */
    deletedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    unique("webhook_endpoint_id_unique").on(t.id),
    check(
      "webhook_endpoint_disabled_has_reason",
      sql`(${t.disabledReason} is null) = (${t.disabledAt} is null)`,
    ),
    check("webhook_endpoint_reason_known", oneOf("disabled_reason", DISABLED_REASONS)),
    check(
      "webhook_endpoint_previous_secret_whole",
      sql`num_nulls(${t.previousSecretSealed}, ${t.previousSecretKeyVersion}, ${t.previousSecretUntil}) in (0, 3)`,
    ),
  ],
);

/** One event for one endpoint. */
export const webhookDelivery = pgTable(
  "webhook_delivery",
  {
    providerId: typeId("prv"),
    id: typeId("whd"),
    endpointId: typeId("whe"),
    /** Also the `webhook-id`. A test's event has no row. */
    eventId: typeId("evt"),
    eventType: text().$type<EventType>().notNull(),
    /** `event` once for each event and endpoint; `replay` once at a time; `test` carries its own body. */
    kind: text({ enum: DELIVERY_KINDS }).notNull(),
    /** Tests only. */
    testData: jsonb().$type<Record<string, unknown>>(),
    status: text({ enum: DELIVERY_STATUSES }).notNull().default("pending"),
    attempts: integer().notNull().default(0),
    /** Null after the last attempt. */
    dueAt: instant(),
    /** A worker has it until then, and records its attempt only while it still has this lease. */
    leaseUntil: instant(),
    createdAt: instant().notNull(),
    finishedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({
      name: "webhook_delivery_endpoint",
      columns: [t.providerId, t.endpointId],
      foreignColumns: [webhookEndpoint.providerId, webhookEndpoint.id],
    }),
    uniqueIndex("webhook_delivery_once")
      .on(t.providerId, t.endpointId, t.eventId)
      .where(sql`${t.kind} = 'event'`),
    uniqueIndex("webhook_delivery_replay_once")
      .on(t.providerId, t.endpointId, t.eventId)
      .where(sql`${t.kind} = 'replay' and ${t.status} = 'pending'`),
    index("webhook_delivery_due").on(t.endpointId, t.dueAt).where(sql`${t.status} = 'pending'`),
    // The log of an endpoint as it is listed: all of it, of one event, or in one status.
    index("webhook_delivery_log").on(t.providerId, t.endpointId, t.id),
    index("webhook_delivery_log_of_event").on(t.providerId, t.endpointId, t.eventId),
    index("webhook_delivery_log_by_status").on(t.providerId, t.endpointId, t.status, t.id),
    index("webhook_delivery_to_purge").on(t.finishedAt).where(sql`${t.status} <> 'pending'`),
    check("webhook_delivery_status_known", oneOf("status", DELIVERY_STATUSES)),
    check("webhook_delivery_kind_known", oneOf("kind", DELIVERY_KINDS)),
    check("webhook_delivery_pending_is_due", sql`(${t.status} = 'pending') = (${t.dueAt} is not null)`),
    check("webhook_delivery_test_has_data", sql`(${t.kind} = 'test') = (${t.testData} is not null)`),
  ],
);

/** The log: one request to an endpoint. */
export const webhookAttempt = pgTable(
  "webhook_attempt",
  {
    providerId: typeId("prv"),
    deliveryId: typeId("whd"),
    number: integer().notNull(),
    startedAt: instant().notNull(),
    durationMs: integer().notNull(),
    requestHeaders: jsonb().$type<Record<string, string>>().notNull(),
    /** Null where no answer came. */
    responseStatus: integer(),
    /** Its first 4 KiB, as text. */
    responseBody: text(),
    /** Why it failed: `timeout`, `address_not_allowed`, `connection`, `tls`, `redirect`, `status`; with
     * no request sent `secret_unreadable`, `not_made`. */
    fault: text(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.deliveryId, t.number] }),
    foreignKey({
      name: "webhook_attempt_delivery",
      columns: [t.providerId, t.deliveryId],
      foreignColumns: [webhookDelivery.providerId, webhookDelivery.id],
    }),
    index("webhook_attempt_to_purge").on(t.startedAt),
  ],
);
