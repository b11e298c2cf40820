/**
 * PostgreSQL by the `postgres` driver and Drizzle, guarded: each statement has a deadline and a connection to itself, reads
 * are sent again where a connection was lost, and the next host is taken where one is gone. Faults are told apart and explained by
 * `faults.ts`, the other entry point, which loads no driver.
 */
export { compiled, rowReader } from "./compiled";
export { clientOf, type Db, READ, readRows } from "./declared";
export { Hosts } from "./hosts";
export { rowFrom, writtenBy } from "./one-statement";
export { inOneTurn, MAX_IN_ONE_TURN } from "./one-turn";
export { openPostgres, opensWith, type Postgres, type PostgresOptions } from "./open";
export { orNothing } from "./or-nothing";
export { again, retried } from "./retried";
export { checkSessions } from "./session";
export { checkSettings, PoolerFault, SET_FOR_TRANSACTION, WRONG_SETTINGS } from "./settings";
