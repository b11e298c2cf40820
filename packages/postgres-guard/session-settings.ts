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

export interface Limits {
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
