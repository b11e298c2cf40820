import {
  type Db,
  openPostgres,
  type Postgres,
  type PostgresOptions,
} from "../../packages/postgres-guard/index";
import { keepLines } from "./lines";

export type { Db, Postgres as Database };

export function openDatabase(options: PostgresOptions): Postgres {
  const opened = openPostgres(options);
  keepLines(opened.db, options.poolSize);
  return opened;
}
