import { sql } from "drizzle-orm";
import { boolean, check, date, index, pgSchema, primaryKey, text } from "drizzle-orm/pg-core";
import { DEBIT_REASONS } from "../vocabulary";
import { cents, instant, oneOf } from "./columns";

/** The gateway's own records: the service never reads them. */
export const sandboxGateway = pgSchema("sandbox_gateway");

const GATEWAY_CHARGE_STATUSES = ["succeeded", "declined", "refused", "closed"] as const;

/** When the provider gets the money, or gives it; null until somebody has asked for payouts. */
const paysOutOn = () => date({ mode: "string" });

/** One row per account and key: its charge, or that it is closed. */
export const gatewayCharge = sandboxGateway.table(
  "charge",
  {
    /** Each account sees its own charges. */
    account: text().notNull(),
    key: text().notNull(),
    /** As text, without foreign keys into the service's tables. */
    providerId: text(),
    providerOrderId: text(),
    amountCents: cents(),
    status: text({ enum: GATEWAY_CHARGE_STATUSES }).notNull(),
    cardScheme: text(),
    cardLastFour: text(),
    receiptNumber: text(),
    declineCode: text(),
    /** Wholly given back, or about to be. */
    isRefunded: boolean().notNull().default(false),
    paysOutOn: paysOutOn(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.account, t.key] }),
    index("charge_by_order").on(t.account, t.providerId, t.providerOrderId),
    index("charge_by_time").on(t.account, t.createdAt),
    check("charge_status_known", oneOf("status", GATEWAY_CHARGE_STATUSES)),
    check("charge_has_amount", sql`${t.status} not in ('succeeded', 'declined') or ${t.amountCents} > 0`),
  ],
);

/** A card token is good for one attempt. */
export const gatewayTokenUse = sandboxGateway.table(
  "token_use",
  {
    account: text().notNull(),
    providerId: text().notNull(),
    token: text().notNull(),
    chargeKey: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.account, t.providerId, t.token] })],
);

const GATEWAY_REFUND_STATUSES = ["pending", "succeeded", "failed"] as const;

/** What was given back of a charge, or was to be. */
export const gatewayRefund = sandboxGateway.table(
  "charge_refund",
  {
    account: text().notNull(),
    key: text().notNull(),
    chargeKey: text().notNull(),
    amountCents: cents().notNull(),
    status: text({ enum: GATEWAY_REFUND_STATUSES }).notNull(),
    paysOutOn: paysOutOn(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.account, t.key] }),
    index("charge_refund_by_charge").on(t.account, t.chargeKey),
    check("charge_refund_status_known", oneOf("status", GATEWAY_REFUND_STATUSES)),
    check("charge_refund_has_amount", sql`${t.amountCents} > 0`),
  ],
);

/** A bank account that debits may be taken from. It stores what becomes of them, not which account it is. */
export const gatewayAuthority = sandboxGateway.table(
  "authority",
  {
    account: text().notNull(),
    providerId: text().notNull(),
    reference: text().notNull(),
    /** Why all its debits fail; null where their amounts decide. */
    reason: text({ enum: DEBIT_REASONS }),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.account, t.providerId, t.reference] }),
    check("authority_reason_known", oneOf("reason", DEBIT_REASONS)),
  ],
);

/** What becomes of a debit is decided when it is made. The clock alone says how much of it has happened. */
export const gatewayDebit = sandboxGateway.table(
  "debit",
  {
    account: text().notNull(),
    key: text().notNull(),
    providerId: text().notNull(),
    amountCents: cents().notNull(),
    date: date({ mode: "string" }).notNull(),
    /** Why it is refused, fails or comes back; null if it is paid for good. */
    reason: text({ enum: DEBIT_REASONS }),
    /** When the bank answers; null if it was refused. */
    resultOn: date({ mode: "string" }),
    /** When the provider gets the money; null if it never does. */
    settlesOn: date({ mode: "string" }),
    /** When the bank takes the money back; null if it never does. */
    reversesOn: date({ mode: "string" }),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.account, t.key] }),
    index("debit_by_date").on(t.account, t.providerId, t.date),
    check("debit_reason_known", oneOf("reason", DEBIT_REASONS)),
    check("debit_has_amount", sql`${t.amountCents} > 0`),
    check(
      "debit_failure_has_reason",
      sql`(${t.settlesOn} is null or ${t.reversesOn} is not null) = (${t.reason} is not null)`,
    ),
  ],
);
