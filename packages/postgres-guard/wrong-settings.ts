import { type SQL, sql } from "drizzle-orm";
import { type Db, readRows } from "./declared";
import { PoolerFault } from "./session";
import { RESULTS } from "./session-settings";

const NEEDED = Object.entries(RESULTS).map(([name, value]) => `('${name}', '${value}')`);

/** In words what this session has otherwise than results need; null where nothing is. */
export const WRONG_SETTINGS: SQL = sql.raw(`(
  select string_agg(format('%s is %L and must be %L', name, current_setting(name), needed), '; ')
  from (values ${NEEDED.join(", ")}) as setting (name, needed)
  where current_setting(name) <> needed)`);

/** @throws PoolerFault where a connection of the pool gives other results than the code expects */
export async function checkSettings(db: Db): Promise<void> {
  const [row] = await readRows<{ wrong: string | null }>(db, sql`select ${WRONG_SETTINGS} as wrong`);
  if (row?.wrong)
    throw new PoolerFault(
      `The database's sessions have wrong settings: ${row.wrong}. Set them with ALTER ROLE … IN DATABASE … SET … for the role of DATABASE_URL, remove them from the pooler's own configuration, and restart the pooler.`,
    );
}
