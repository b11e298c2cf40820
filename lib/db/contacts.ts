import { sql } from "drizzle-orm";
import type { contact } from "../../drizzle/schema";
import { newId } from "../domain/ids";
import type { CheckoutRow } from "./checkouts";

/** Person and e-mail of a checkout, as the contact that it makes or renames. Contract section 4. */
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

/** A contact that exists keeps its id and takes the latest name. */
export const LATEST_NAME = {
  firstName: sql`excluded.first_name`,
  lastName: sql`excluded.last_name`,
  updatedAt: sql`excluded.updated_at`,
};
