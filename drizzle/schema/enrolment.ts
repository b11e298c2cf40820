import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { FREQUENCIES, PAYMENT_TYPES } from "../vocabulary";
import { bytea, cents, instant, oneOf, typeId } from "./columns";
import { course } from "./provider";

/** What a student answered in the portal so far. Its checkouts are found by the order reference. */
export const enrolment = pgTable(
  "enrolment",
  {
    providerId: typeId("prv"),
    id: typeId("enr"),
    courseId: typeId("crs"),
    /** The key from which its links are derived, with id and generation. */
    linkKeyVersion: smallint().notNull(),
    /** The newest generation of links: rises with each new address and each link that is asked for. */
    newestLink: integer().notNull().default(1),
    /** The link in use. Those below have ended, because somebody continued by this one, or by a command. */
    lowestLink: integer().notNull().default(1),
    /** Links up to this generation, except `lowestLink`, went to an address that was corrected, and have ended. */
    supersededLink: integer().notNull().default(0),
    /** The link by which the student last went to pay or sign. It keeps the pages that follow, whatever ends others. */
    finishingLink: integer(),
    /** The reference that the student sees. */
    providerOrderId: text().notNull(),
    firstName: text(),
    lastName: text(),
    email: text(),
    /** With the course's price at that moment: if it changes, the student chooses again. */
    paymentType: text({ enum: PAYMENT_TYPES }),
    chosenPriceCents: cents(),
    frequency: text({ enum: FREQUENCIES }),
    numberOfInstalments: integer(),
    firstPaymentDate: date({ mode: "string" }),
    /** Accepted by a Pay Now student. */
    termsVersion: text(),
    termsSha256: bytea(),
    termsAcceptedAt: instant(),
    createdAt: instant().notNull(),
    /** When the student last answered something. */
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    unique("enrolment_id_unique").on(t.id),
    unique("enrolment_order_unique").on(t.providerId, t.providerOrderId),
    index("enrolment_to_purge").on(t.updatedAt),
    index("enrolment_by_app_key").on(t.linkKeyVersion),
    index("enrolment_by_email").on(sql`lower(${t.email})`),
    foreignKey({ columns: [t.providerId, t.courseId], foreignColumns: [course.providerId, course.id] }),
    check("enrolment_links_in_order", sql`${t.lowestLink} between 1 and ${t.newestLink}`),
    check("enrolment_payment_type_known", oneOf("payment_type", PAYMENT_TYPES)),
    check("enrolment_frequency_known", oneOf("frequency", FREQUENCIES)),
    check("enrolment_details_whole", sql`num_nulls(${t.firstName}, ${t.lastName}, ${t.email}) in (0, 3)`),
    check("enrolment_choice_is_priced", sql`(${t.paymentType} is null) = (${t.chosenPriceCents} is null)`),
    check(
      "enrolment_plan_whole",
      sql`num_nonnulls(${t.frequency}, ${t.numberOfInstalments}, ${t.firstPaymentDate}) = case when ${t.paymentType} = 'interest_free_payment_plan' then 3 else 0 end`,
    ),
    check(
      "enrolment_terms_whole",
      sql`num_nulls(${t.termsVersion}, ${t.termsSha256}, ${t.termsAcceptedAt}) in (0, 3)`,
    ),
  ],
);
