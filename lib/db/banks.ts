import { count, sql } from "drizzle-orm";
import { bankBranch } from "../../drizzle/schema";
import { readRows } from "../../packages/postgres-guard";
import { present } from "../../packages/text/narrow";
import type { Db } from "./client";

export type BranchRow = typeof bankBranch.$inferSelect;

/** The row of a BSB, and whether there is a directory at all. */
export async function findBranch(db: Db, bsb: string) {
  const [row] = await readRows<{ found: BranchRow | null; is_imported: boolean }>(
    db,
    sql`
    select (select to_json(b) from ${bankBranch} b where b.bsb = ${bsb}) as found,
      exists (select 1 from ${bankBranch}) as is_imported`,
  );
  return { found: row?.found ?? null, isImported: row?.is_imported ?? false };
}

/** Puts these rows in the place of all; readers see the old ones until the end. */
export async function replaceBranches(db: Db, rows: BranchRow[]): Promise<void> {
  await db.transaction(async (tx) => {
    // Two imports at once would each leave its rows beside the other's.
    await tx.execute(sql`lock table ${bankBranch} in share row exclusive mode`);
    await tx.delete(bankBranch);
    // One parameter for all rows: as values they would be more than a statement may have.
    await tx.execute(sql`insert into ${bankBranch} (bsb, bank, branch)
      select bsb, bank, branch from json_to_recordset(${JSON.stringify(rows)}::json)
        as row(bsb text, bank text, branch text)`);
  });
}

export async function countBranches(db: Db) {
  const [counted] = await db
    .select({ bsbs: count(), banks: sql<number>`count(distinct ${bankBranch.bank})::int` })
    .from(bankBranch);
  return present(counted, "count");
}
