import { type Db, drizzleOver } from "./declared";
import { Hosts } from "./hosts";
import { type Load, type Pipeline, pipelineOver } from "./pipeline";
import { Pool } from "./pool";
import { settingsOf } from "./settings";
import { watch } from "./watch";

export interface PostgresOptions {
  url: string;
  poolSize: number;
  /** Named prepared statements save a round trip a query; switch them off behind a transaction pooler. */
  prepare: boolean;
  /** Shown in pg_stat_activity. */
  name: string;
  deadlineMs?: number;
  /** How long a statement may wait for a lock, in milliseconds. */
  lockMs?: number;
  /** In place of all limits that are not named here, in milliseconds. */
  limitMs?: number;
}

export interface Postgres {
  db: Db;
  load: Readonly<Load>;
  close(): Promise<void>;
}

export function openPostgres(options: PostgresOptions): Postgres {
  const { url, poolSize, prepare, name, limitMs } = options;
  const { deadlineMs = limitMs ?? DEADLINE_MS, lockMs = limitMs } = options;
  const hosts = new Hosts({
    url,
    name,
    silenceMs: limitMs ?? CONNECT_MS,
    // Where sessions are not kept, the role has these settings, and a statement that is sent before the response to the
    // last one hangs, or gets that response.
    ...(prepare && { maxPipeline: 100, settings: settingsOf({ lockMs, statementMs: limitMs }) }),
  });
  const pool = new Pool(poolSize, () => hosts.open());
  const unwatch = watch({ connections: pool.connections, hosts, silenceMs: limitMs ?? SILENCE_MS });
  const load: Load = { underWay: 0, deadlinesMissed: 0 };
  const close = async () => {
    unwatch();
    await pool.close(CLOSE_MS);
  };
  return { db: dbOver({ pool, options: hosts.options, prepare, deadlineMs, load }), load, close };
}

const pipelines = new WeakMap<Db, Pipeline>();

function dbOver(pipeline: Pipeline): Db {
  const db = drizzleOver(pipelineOver(pipeline));
  pipelines.set(db, pipeline);
  return db;
}

/** The same pool, where each transaction begins so, or as ever. A transaction stays what it is. */
export function opensWith(db: Db, opening?: string): Db {
  const pipeline = pipelines.get(db);
  if (pipeline) return dbOver({ ...pipeline, opening });
  if (opening) throw new Error("This transaction has begun otherwise");
  return db;
}

const CONNECT_MS = 5_000;
/** Longer than the server's statement_timeout, which does not help against a server that hangs. */
const DEADLINE_MS = 20_000;
/** Nearly every response takes less; of one that takes longer the server is asked why. */
const SILENCE_MS = 2_500;
/** What is at work is waited for so long. */
const CLOSE_MS = 5_000;
