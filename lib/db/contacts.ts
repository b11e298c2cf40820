import { sql } from "drizzle-orm";
import type { contact } from "../../drizzle/schema";
import { newId } from "../domain/ids";
import type { CheckoutRow } from "./checkout-records";

/** Creates or renames the contact of a checkout's student. Contract section 4. */
export function contactOf(row: CheckoutRow, now: Date): typeof contact.$inferInsert {
  return {
    providerId: row.providerId,
    id: newId("con"),
    email: row.email.toLowerCase(),
    firstName: row.firstName,
    lastName: row.lastName,
    createdAt: now,
    updatedAt: now,
  };
}

/** An existing contact keeps its id and takes the latest name. */
export const LATEST_NAME = {
  firstName: sql`excluded.first_name`,
  lastName: sql`excluded.last_name`,
  updatedAt: sql`excluded.updated_at`,
};
