import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { LOGO_TYPES, MAX_CENTS, MAX_LOGO_BYTES, type Scope } from "../vocabulary";
import { bytea, cents, instant, nullableTypeId, oneOf, typeId } from "./columns";
import { policyCheck, policyColumns } from "./policy";

/** The tenant: every row of it begins its key with `provider_id`. */
export const provider = pgTable(
  "provider",
  {
    id: typeId("prv").primaryKey(),
    /** `provider.provider_code`, compared exactly. */
    code: text().notNull().unique("provider_code_unique"),
    name: text().notNull(),
    legalName: text().notNull(),
    /** Australian Business Number. */
    businessNumber: text(),
    email: text().notNull(),
    phone: text(),
    /** IANA zone of its calendar dates. PostgreSQL cannot check it: ask `isTimeZone` before writing. */
    timeZone: text().notNull().default("Australia/Sydney"),
    /** May embed the hosted page and get its messages. */
    allowedOrigins: text().array().notNull().default([]),
    /** Where the hosted page may send a student back; the query is free. */
    returnUrls: text().array().notNull().default([]),
    /** What a Pay Now student accepts; null for the sample. A new text takes a new version. */
    terms: text(),
    termsVersion: text(),
    /** Its privacy policy and its refund policy; null for the samples. */
    privacy: text(),
    privacyVersion: text(),
    refunds: text(),
    refundsVersion: text(),
    /** Off where the provider writes its students itself. */
    studentEmails: boolean().notNull().default(true),
    /** Of links and buttons; checked by `accentFault`. Null for the usual colour. */
    accent: text().$type<`#${string}`>(),
    /** Of the picture in `provider_logo`, so that pages need not read it. Hex; sides in the picture's own pixels. */
    logoSha256: text(),
    logoWidth: integer(),
    logoHeight: integer(),
    ...policyColumns(),
    /** A part of each charge's key: a sandbox's reset raises it, so that its orders charge anew. */
    chargeEpoch: integer().notNull().default(1),
    /** Days that a sandbox's collection is ahead of the real time. */
    clockDays: integer().notNull().default(0),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (t) => [
    check("provider_terms_have_version", sql`(${t.terms} is null) = (${t.termsVersion} is null)`),
    check("provider_privacy_has_version", sql`(${t.privacy} is null) = (${t.privacyVersion} is null)`),
    check("provider_refunds_have_version", sql`(${t.refunds} is null) = (${t.refundsVersion} is null)`),
    check("provider_accent_format", sql`${t.accent} ~ '^#[0-9a-f]{6}$'`),
    check("provider_logo_whole", sql`num_nulls(${t.logoSha256}, ${t.logoWidth}, ${t.logoHeight}) in (0, 3)`),
    check("provider_code_format", sql`${t.code} ~ '^[A-Za-z0-9][A-Za-z0-9_-]{1,62}$'`),
    policyCheck("provider"),
  ],
);

/** In a table of its own, because every page reads the provider and none needs these bytes. */
export const providerLogo = pgTable(
  "provider_logo",
  {
    providerId: typeId("prv")
      .primaryKey()
      .references(() => provider.id),
    type: text({ enum: LOGO_TYPES }).notNull(),
    image: bytea().notNull(),
  },
  (t) => [
    check("provider_logo_type_known", oneOf("type", LOGO_TYPES)),
    check(
      "provider_logo_size",
      sql`octet_length(${t.image}) between 1 and ${sql.raw(String(MAX_LOGO_BYTES))}`,
    ),
  ],
);

/** The portal takes the price from here, never from a form. */
export const course = pgTable(
  "course",
  {
    providerId: typeId("prv").references(() => provider.id),
    id: typeId("crs"),
    /** Stands in addresses. */
    slug: text().notNull(),
    name: text().notNull(),
    intake: text().notNull(),
    length: text().notNull(),
    priceCents: cents().notNull(),
    position: integer().notNull(),
    ...policyColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    unique("course_slug_unique").on(t.providerId, t.slug),
    check("course_price_positive", sql`${t.priceCents} between 1 and ${sql.raw(String(MAX_CENTS))}`),
    policyCheck("course"),
  ],
);

/** The secret is shown once; only its hash and last four characters stay. */
export const apiKey = pgTable(
  "api_key",
  {
    providerId: typeId("prv").references(() => provider.id),
    /** Also the public part of the key itself. */
    id: typeId("key"),
    label: text().notNull(),
    secretSha256: bytea().notNull(),
    lastFour: text().notNull(),
    scopes: text().array().$type<Scope[]>().notNull(),
    createdAt: instant().notNull().default(sql`now()`),
    expiresAt: instant(),
    revokedAt: instant(),
    /** To the minute. */
    lastUsedAt: instant(),
    /** Its successor; `expiresAt` is then the end of the overlap. */
    replacedBy: nullableTypeId("key"),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    unique("api_key_id_unique").on(t.id),
    foreignKey({ columns: [t.providerId, t.replacedBy], foreignColumns: [t.providerId, t.id] }),
    check("api_key_replaced_ends", sql`${t.replacedBy} is null or ${t.expiresAt} is not null`),
    check("api_key_secret_length", sql`octet_length(${t.secretSha256}) = 32`),
  ],
);

/** A person, one per provider and lower-cased e-mail, with the latest name. */
export const contact = pgTable(
  "contact",
  {
    providerId: typeId("prv").references(() => provider.id),
    id: typeId("con"),
    email: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    unique("contact_email_unique").on(t.providerId, t.email),
  ],
);
