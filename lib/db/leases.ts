import { and, eq, type SQL, sql } from "drizzle-orm";
import { chargeAttempt, debit, email, refund, webhookDelivery } from "../../drizzle/schema";
import type { Id } from "../domain/ids";
import type { Db } from "./client";
import { at } from "./sql";

const TABLES = { charge: chargeAttempt, debit, delivery: webhookDelivery, mail: email, refund };

/** A row that one worker has to itself until then; null if nobody has it. */
export interface Leased {
  providerId: Id<"prv">;
  id: Id<"cat" | "whd" | "eml" | "ref" | "dbt">;
  leaseUntil: Date | null;
}

/** The row, as long as the worker that leased it still has it. */
export function isLeased(what: keyof typeof TABLES, { providerId, id, leaseUntil }: Leased): SQL | undefined {
  const table = TABLES[what];
  const isMine = leaseUntil ? eq(table.leaseUntil, leaseUntil) : sql`false`;
  return and(eq(table.providerId, providerId), eq(table.id, id), isMine);
}

/** Moves the end of a lease, unless another worker has the row, and updates `row`. */
export async function renewLease(db: Db, what: keyof typeof TABLES, row: Leased, until: Date): Promise<void> {
  const renewed = await db.execute(
    sql`update ${TABLES[what]} set lease_until = ${at(until)} where ${isLeased(what, row)} returning 1`,
  );
  if (renewed.length > 0) row.leaseUntil = until;
}
