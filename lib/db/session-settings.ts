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

export const RESULT_SETTINGS = Object.entries(RESULTS).map(([name, value]) => `${name} = '${value}'`);

/** For a transaction on a connection that has no settings of its own. */
export const SET_FOR_TRANSACTION = RESULT_SETTINGS.map((one) => `set local ${one}`).join("; ");
