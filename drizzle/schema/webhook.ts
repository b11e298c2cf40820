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
import type { EventType } from "../../lib/domain/states";
import {
  DELIVERY_KINDS,
  DELIVERY_STATUSES,
  type DeliveryKind,
  type DeliveryStatus,
  DISABLED_REASONS,
  type DisabledReason,
} from "../../lib/domain/webhooks";
import { bytea, instant, oneOf, typeId } from "./columns";
import { provider } from "./provider";

/** An address that is told of a provider's events. */
export const webhookEndpoint = pgTable(
  "webhook_endpoint",
  {
    providerId: typeId("prv").references(() => provider.id),
    id: typeId("whe"),
    url: text().notNull(),
    description: text(),
    /** Empty for every type, also for those to come. */
    eventTypes: text().array().$type<EventType[]>().notNull(),
    /** Null while it is enabled. */
    disabledReason: text().$type<DisabledReason>(),
    disabledAt: instant(),
    /** Of the first failure since the last success: five days of it disable the endpoint. */
    failingSince: instant(),
    /** The signing secret, sealed; shown once. */
    secretSealed: bytea().notNull(),
    secretKeyVersion: smallint().notNull(),
    /** The one before, which signs beside it until then. */
    previousSecretSealed: bytea(),
    previousSecretKeyVersion: smallint(),
    previousSecretUntil: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** A deleted endpoint stays for as long as its log. */
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

/** One event for one endpoint: due again until it is delivered, or until the schedule ends. */
export const webhookDelivery = pgTable(
  "webhook_delivery",
  {
    providerId: typeId("prv"),
    id: typeId("whd"),
    endpointId: typeId("whe"),
    /** Also the `webhook-id`; a test's names no row of `event`. */
    eventId: typeId("evt"),
    eventType: text().$type<EventType>().notNull(),
    /** `event` once for each event and endpoint; `replay` once at a time; `test` carries its own body. */
    kind: text().$type<DeliveryKind>().notNull(),
    /** Test only: what is sent as `data`. */
    testData: jsonb().$type<Record<string, unknown>>(),
    status: text().$type<DeliveryStatus>().notNull().default("pending"),
    /** How many attempts were made and recorded. */
    attempts: integer().notNull().default(0),
    /** When the next attempt is due; null once the delivery is over. */
    dueAt: instant(),
    /** A worker has it until then; the attempt is recorded only by who still holds this very lease. */
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

/** The log: one request to an endpoint and what became of it. */
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
    /** Why no answer came, or why it counts as a failure: `timeout`, `address_not_allowed`, `connection`, `tls`, `redirect`, `status`. */
    fault: text(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.deliveryId, t.number] }),
    foreignKey({
      name: "webhook_attempt_delivery",
      columns: [t.providerId, t.deliveryId],
      foreignColumns: [webhookDelivery.providerId, webhookDelivery.id],
    }),
    // Metrics count those of the last minutes by it, too.
    index("webhook_attempt_to_purge").on(t.startedAt),
  ],
);
