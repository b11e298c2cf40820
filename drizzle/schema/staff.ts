import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import { STAFF_ROLES } from "../vocabulary";
import { bytea, instant, oneOf, typeId } from "./columns";
import { provider } from "./provider";

const made = () => instant().notNull().default(sql`now()`);
const staffId = () => typeId("stf").references(() => staff.id, { onDelete: "cascade" });

/** Somebody who signs in to the console. The sign-in library writes this table and all others here but the last four. */
export const staff = pgTable("staff", {
  id: typeId("stf").primaryKey(),
  /** In lower case. */
  email: text().notNull().unique("staff_email_unique"),
  name: text().notNull(),
  /** Has every permission at every provider. */
  isOperator: boolean().notNull().default(false),
  /** False where an admin has seen the link that sets the password: nobody knows whose account it is. */
  emailVerified: boolean().notNull().default(false),
  hasSecondFactor: boolean().notNull().default(false),
  createdAt: made(),
  updatedAt: made(),
});

export const staffSession = pgTable(
  "staff_session",
  {
    id: text().primaryKey(),
    staffId: staffId(),
    token: text().notNull().unique("staff_session_token_unique"),
    ipAddress: text(),
    userAgent: text(),
    /** When nobody uses it until then. A session also ends some time after `createdAt`. */
    expiresAt: instant().notNull(),
    createdAt: made(),
    updatedAt: made(),
  },
  (t) => [index("staff_session_by_staff").on(t.staffId)],
);

/** The hash of a password, for whoever has chosen one. */
export const staffPassword = pgTable(
  "staff_password",
  {
    id: text().primaryKey(),
    staffId: staffId(),
    /** The library's names: always the staff's id, and `credential`. */
    accountId: text().notNull(),
    method: text().notNull(),
    password: text(),
    createdAt: made(),
    updatedAt: made(),
  },
  (t) => [index("staff_password_by_staff").on(t.staffId)],
);

/** Links that set a password, and sign-ins that wait for a code. The identifier is a hash. */
export const staffToken = pgTable(
  "staff_token",
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: made(),
    updatedAt: made(),
  },
  (t) => [
    index("staff_token_by_identifier").on(t.identifier),
    index("staff_token_by_expiry").on(t.expiresAt),
  ],
);

/** An authenticator app's secret and recovery codes, encrypted under the secret of `staff_key`. */
export const staffSecondFactor = pgTable(
  "staff_second_factor",
  {
    id: text().primaryKey(),
    staffId: staffId(),
    secret: text().notNull(),
    backupCodes: text().notNull(),
    /** Whether the app has shown a right code. */
    verified: boolean().notNull().default(true),
    failedVerificationCount: integer().notNull().default(0),
    lockedUntil: instant(),
  },
  (t) => [index("staff_second_factor_by_staff").on(t.staffId)],
);

/** A public key, whose private one is with somebody's device or password manager. */
export const staffPasskey = pgTable(
  "staff_passkey",
  {
    id: text().primaryKey(),
    staffId: staffId(),
    name: text().notNull(),
    publicKey: text().notNull(),
    credentialId: text().notNull().unique("staff_passkey_credential_unique"),
    counter: bigint({ mode: "number" }).notNull(),
    deviceType: text().notNull(),
    backedUp: boolean().notNull(),
    transports: text(),
    aaguid: text(),
    createdAt: made(),
  },
  (t) => [index("staff_passkey_by_staff").on(t.staffId)],
);

/** One row: the secret that signs sessions and encrypts second factors. */
export const staffKey = pgTable("staff_key", {
  id: text().primaryKey(),
  secretSealed: bytea().notNull(),
  secretKeyVersion: smallint().notNull(),
});

/** Who looks after something that needs attention, and until when it is put off. */
export const attentionMark = pgTable(
  "attention_mark",
  {
    providerId: typeId("prv").references(() => provider.id),
    /** What needs attention and its id, as `lib/db/staff-attention.ts` writes them. */
    item: text().notNull(),
    /** Of what it was when it was marked: the same thing that needs attention anew has no mark. */
    since: instant().notNull(),
    /** A name, because it outlives the role. */
    owner: text(),
    putOffUntil: instant(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.item] })],
);

/** A list of the console that somebody named for all of the provider's staff. */
export const savedView = pgTable(
  "saved_view",
  {
    providerId: typeId("prv").references(() => provider.id),
    name: text().notNull(),
    /** Its filters and order, as the address of the list has them. */
    query: text().notNull(),
    /** Who named it, and may remove it. It may outlive them. */
    staffId: typeId("stf"),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.name] })],
);

/** What somebody may do at a provider. */
export const staffRole = pgTable(
  "staff_role",
  {
    providerId: typeId("prv").references(() => provider.id),
    staffId: staffId(),
    role: text({ enum: STAFF_ROLES }).notNull(),
    createdAt: made(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.staffId] }),
    index("staff_role_by_staff").on(t.staffId),
    check("staff_role_known", oneOf("role", STAFF_ROLES)),
  ],
);
