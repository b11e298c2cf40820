import type postgres from "postgres";
import { openPool } from "./hosts";
import { RESULT_SETTINGS, RESULTS } from "./session-settings";
import type { Backend } from "./watch";

/** Milliseconds that a statement may take. */
const STATEMENT_MS = 15_000;
/** Milliseconds that it may wait for a lock. */
export const LOCK_MS = 3_000;
/** Minutes that a transaction may do nothing: a process that was frozen in it holds up others no longer. */
const IDLE_MINUTES = 1;

/** What every session has, as `set` takes it. */
export const settingsOf = (lockMs = LOCK_MS, statementMs = STATEMENT_MS): string[] => [
  ...RESULT_SETTINGS,
  `statement_timeout = ${statementMs}`,
  `lock_timeout = ${lockMs}`,
  `idle_in_transaction_session_timeout = '${IDLE_MINUTES}min'`,
];

/** The pooler before the database does not work with DATABASE_PREPARE, or its sessions have other settings. */
export class PoolerFault extends Error {
  override name = "PoolerFault";
}

interface SessionOptions {
  url: string;
  /** Whether sessions are kept: directly, or through a pooler in session mode. */
  prepare: boolean;
}

/**
 * D-130: with DATABASE_PREPARE=on, refuses a pooler that does not keep sessions. With off, gives the role its settings
 * in this database, because a pooler's sessions begin with those and with no others.
 * @throws PoolerFault, and whatever keeps the database from answering
 */
export async function checkSessions({ url, prepare }: SessionOptions): Promise<void> {
  if (prepare) {
    if (await keepsSessions(url)) return;
    throw new PoolerFault(
      "DATABASE_PREPARE: is on, and a pooler that lends sessions for a transaction at a time is in front of the database: set it to off, or the pooler to session mode.",
    );
  }
  const sql = openForStart(url);
  try {
    await ensureRoleSettings(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** A connection for what is looked at before anything is opened: none of its statements is prepared or sent ahead. */
export const openForStart = (url: string) =>
  openPool(url, "provider-checkout start", { max: 1, max_pipeline: 0, prepare: false, connect_timeout: 5 });

const PROBES = 5;

/** @returns false behind a pooler that lends sessions for a transaction at a time */
export async function keepsSessions(url: string): Promise<boolean> {
  const [one, other] = [openForStart(url), openForStart(url)];
  try {
    return await areKept(one, other);
  } finally {
    await Promise.all([one.end({ timeout: 1 }), other.end({ timeout: 1 })]);
  }
}

/** Nobody else is ever on the session of a connection that is open, unless a pooler lends it. */
async function areKept(one: postgres.Sql, other: postgres.Sql): Promise<boolean> {
  for (let probes = 0; probes < PROBES; probes++) {
    const { session, told } = await sessionOf(one);
    if (session === told) return true;
    const during = await other.begin((tx) => sessionOf(tx));
    const after = await sessionOf(one);
    if (during.session === session || after.session !== session) return false;
  }
  return true;
}

/** The server's number of the session, and the number that the connection was told. */
async function sessionOf(sql: postgres.Sql | postgres.TransactionSql) {
  const query = sql.unsafe<{ pid: number }[]>("select pg_backend_pid() as pid");
  const [row] = await query;
  return { session: row!.pid, told: (query as unknown as { state: Backend }).state.pid };
}

/** As many as a pooler may have open from before. */
const MAX_SESSIONS = 200;

/** A session that began before its role had the settings is ended, and the pooler begins another. */
async function ensureRoleSettings(sql: postgres.Sql): Promise<void> {
  for (let sessions = 0; sessions < MAX_SESSIONS; sessions++) {
    const [row] = await sql.unsafe<{ isSet: boolean }[]>(IS_SET);
    if (row!.isSet) return;
    // Another server may be changing the role at the same moment; one of both succeeds.
    if (sessions % 10 === 0) await sql.unsafe(SET_FOR_ROLE).catch(() => {});
    await sql.unsafe(END_SESSION).catch(() => {});
  }
  throw new PoolerFault(
    `DATABASE_PREPARE: is off, and the database's role does not keep its settings (${Object.keys(RESULTS).join(", ")}, and time-outs): let it set them for itself, and see that no pooler sets others.`,
  );
}

const IS_SET = `select ${Object.entries({
  ...RESULTS,
  statement_timeout: `${STATEMENT_MS / 1000}s`,
  lock_timeout: `${LOCK_MS / 1000}s`,
  idle_in_transaction_session_timeout: `${IDLE_MINUTES}min`,
})
  .map(([name, value]) => `current_setting('${name}') = '${value}'`)
  .join(" and ")} as "isSet"`;

const SET_FOR_ROLE = `do $$ begin ${settingsOf()
  .map(
    (one) =>
      `execute format('alter role current_user in database %I set ${one.replaceAll("'", "''")}', current_database());`,
  )
  .join(" ")} end $$`;

const END_SESSION = "select pg_terminate_backend(pg_backend_pid())";
