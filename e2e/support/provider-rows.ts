import { sql } from "drizzle-orm";
import type { Db } from "../../lib/db/client";
import { idToUuid } from "../../lib/domain/ids";
import type { TestProvider } from "./provider";

/** Every row of a provider in these tables, as text. */
export async function rowsOf(db: Db, { id }: TestProvider, tables: readonly string[]) {
  const rows: Record<string, string[]> = {};
  for (const name of tables) {
    const column = sql.raw(name === "provider" ? "id" : "provider_id");
    const found = await db.execute<{ row: string }>(
      sql`select (to_jsonb(t) - '{last_used_at,charge_epoch,clock_days,cursor}'::text[])::text as row from ${sql.identifier(name)} t where ${column} = ${idToUuid(id)} order by 1`,
    );
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}
