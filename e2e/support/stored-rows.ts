import { sql } from "drizzle-orm";
import type { Db } from "../../lib/db/client";

/** Every row of every table, as text. */
export async function everythingStored(db: Db): Promise<string> {
  const tables = await db.execute<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await db.execute<{ row: string }>(sql.raw(`select t::text as row from ${name} t`));
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join("\n");
}
