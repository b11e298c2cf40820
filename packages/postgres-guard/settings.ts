import { type SQL, sql } from "drizzle-orm";
import { type Db, readRows } from "./declared";

/** What results depend on, whatever the server, the database or the role sets. */
export const RESULTS = {
  TimeZone: "UTC",
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  bytea_output: "hex",
  search_path: "public",
  default_transaction_isolation: "read committed",
  standard_conforming_strings: "on",
  extra_float_digits: "1",
};

interface Limits {
  /** Milliseconds that a statement may take. */
  statementMs?: number;
  /** Milliseconds that it may wait for a lock. */
  lockMs?: number;
}

/** What every session has, as `show` writes it. A process that was frozen in a transaction holds up others no longer. */
export const settingsOf = ({ statementMs = 15_000, lockMs = 3_000 }: Limits = {}) => ({
  ...RESULTS,
  statement_timeout: shown(statementMs),
  lock_timeout: shown(lockMs),
  idle_in_transaction_session_timeout: "1min",
});

const shown = (milliseconds: number) =>
  milliseconds > 0 && milliseconds % 1_000 === 0 ? `${milliseconds / 1_000}s` : `${milliseconds}ms`;

/** What of a `select` sets them, for the session or for a transaction alone. */
export const selectSetting = (settings: Readonly<Record<string, string>>, isLocal = false): string =>
  Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', ${isLocal})`)
    .join(", ");

/** For a transaction on a connection that has no settings of its own. */
export const SET_FOR_TRANSACTION = `select ${selectSetting(RESULTS, true)}`;

/** The pooler before the database does not work with DATABASE_PREPARE, or its sessions have other settings. */
export class PoolerFault extends Error {
  override name = "PoolerFault";
}

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
