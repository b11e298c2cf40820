import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { PROCESSOR_KINDS, PROCESSOR_MODES } from "../vocabulary";
import { bytea, instant, oneOf, typeId } from "./columns";
import { provider } from "./provider";

/** A provider's account at a card processor. A retired one still answers for its own charges. */
export const gatewayAccount = pgTable(
  "gateway_account",
  {
    providerId: typeId("prv").references(() => provider.id),
    /** Charges record it. */
    id: typeId("gwa"),
    kind: text({ enum: PROCESSOR_KINDS }).notNull(),
    mode: text({ enum: PROCESSOR_MODES }).notNull(),
    publishableKey: text().notNull(),
    /** Of kind `http` alone. */
    url: text(),
    /** The account at the processor that the secret acts for: `Stripe-Account`, Pinch's `Current-Merchant`. */
    externalAccount: text(),
    takesCards: boolean().notNull(),
    takesDebits: boolean().notNull(),
    /** What students' bank statements show for its debits. Null for the provider's own name. */
    statementName: text(),
    secretSealed: bytea().notNull(),
    secretKeyVersion: smallint().notNull(),
    /** Verifies the processor's webhooks; the previous one counts too until it is rotated again. */
    webhookSecretSealed: bytea(),
    webhookSecretKeyVersion: smallint(),
    previousWebhookSecretSealed: bytea(),
    previousWebhookSecretKeyVersion: smallint(),
    createdAt: instant().notNull().default(sql`now()`),
    updatedAt: instant().notNull().default(sql`now()`),
    retiredAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    unique("gateway_account_id_unique").on(t.id),
    uniqueIndex("gateway_account_one_for_cards")
      .on(t.providerId)
      .where(sql`${t.takesCards} and ${t.retiredAt} is null`),
    uniqueIndex("gateway_account_one_for_debits")
      .on(t.providerId)
      .where(sql`${t.takesDebits} and ${t.retiredAt} is null`),
    check("gateway_account_kind_known", oneOf("kind", PROCESSOR_KINDS)),
    check("gateway_account_mode_known", oneOf("mode", PROCESSOR_MODES)),
    check("gateway_account_is_of_use", sql`${t.takesCards} or ${t.takesDebits}`),
    check("gateway_account_has_url", sql`(${t.kind} = 'http') = (${t.url} is not null)`),
    check("gateway_account_sandbox_is_test", sql`${t.kind} <> 'sandbox' or ${t.mode} = 'test'`),
  ],
);

/** What a processor has reported, so that an event that comes again wakes nothing. */
export const gatewayEvent = pgTable(
  "gateway_event",
  {
    providerId: typeId("prv"),
    accountId: typeId("gwa"),
    /** The processor's own id. */
    eventId: text().notNull(),
    receivedAt: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.accountId, t.eventId] }),
    foreignKey({
      columns: [t.providerId, t.accountId],
      foreignColumns: [gatewayAccount.providerId, gatewayAccount.id],
    }),
    index("gateway_event_by_time").on(t.receivedAt),
  ],
);
