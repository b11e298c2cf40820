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
import { FREQUENCIES, type Frequency } from "../../lib/domain/schedule";
import { PAYMENT_TYPES, type PaymentType } from "../../lib/domain/states";
import { bytea, cents, instant, oneOf, typeId } from "./columns";
import { course } from "./provider";

/**
 * A student's way through the portal: what was answered so far. Its checkouts are found by the order reference; where
 * they stand is theirs to say.
 */
export const enrolment = pgTable(
  "enrolment",
  {
    providerId: typeId("prv"),
    id: typeId("enr"),
    courseId: typeId("crs"),
    /** The resume links are derived from id and generation under this key version, and stored nowhere. */
    linkKeyVersion: smallint().notNull(),
    /** The newest generation of its links: raised with each new address, and with each link that is asked for. */
    newestLink: integer().notNull().default(1),
    /** The newest generation that was used, or that a command left: links of an earlier one have ended. */
    lowestLink: integer().notNull().default(1),
    /** Those up to here, but the lowest, went to an address that was corrected since, and open nothing. */
    supersededLink: integer().notNull().default(0),
    /** The reference that the student sees, and the order of the enrolment's checkouts. */
    providerOrderId: text().notNull(),
    firstName: text(),
    lastName: text(),
    email: text(),
    /** How the student chose to pay, and the course's price at that moment: another price asks again. */
    paymentType: text().$type<PaymentType>(),
    chosenPriceCents: cents(),
    frequency: text().$type<Frequency>(),
    numberOfInstalments: integer(),
    firstPaymentDate: date({ mode: "string" }),
    /** The Terms that a Pay Now student accepted last: which, and when. */
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
    // For those who ask for a new link.
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
