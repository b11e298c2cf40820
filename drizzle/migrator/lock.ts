import { setTimeout as sleep } from "node:timers/promises";
import type { Sql, TransactionSql } from "postgres";

/** Keeps two migrations from working at once. */
const LOCK = 4_207_849_484;
/** Milliseconds between two looks whether the other migration has ended. */
const LOOK_MS = 500;

/** Whatever the database's default is: under another level a lock is taken with an old view of the rows. */
export const READ_COMMITTED = "isolation level read committed";

/** A fault that the operator can mend: its message is all that there is to say. */
export class MigrationFault extends Error {
  override name = "MigrationFault";
}

export interface Waiting {
  /** How long another migration is waited for, in milliseconds. */
  patienceMs: number;
  say(line: string): void;
}

/**
 * Works while a transaction of `holder` has the lock, so that the lock ends with it whatever happens to this process,
 * also behind a pooler. The transaction is idle meanwhile and has no snapshot: no index that is built waits for it. D-185
 * @throws MigrationFault where another migration works for longer than the patience, or the holder's connection is lost
 */
export async function whileLocked(
  holder: Sql,
  { patienceMs, say }: Waiting,
  work: () => Promise<void>,
): Promise<void> {
  const until = performance.now() + patienceMs;
  let isTold = false;
  let isBegun = false;
  let isDone = false;
  for (;;) {
    // Each try is a transaction of its own: one that waits for a lock has a snapshot, for which an index waits in turn.
    const isOurs = await holder
      .begin(READ_COMMITTED, async (tx) => {
        await tx.unsafe(HELD_FOR_LONG);
        // Without parameters: a statement that has some keeps its snapshot until the next, and an index would wait for it.
        const [row] = await tx.unsafe(`select pg_try_advisory_xact_lock(${LOCK}) as taken`);
        if (!row?.taken) return false;
        isBegun = true;
        await work();
        isDone = true;
        return true;
      })
      .catch((error) => {
        // What was applied is committed on its own connection.
        if (isDone) return true;
        if (isBegun && isLost(error)) throw lost();
        throw error;
      });
    if (isOurs) return;
    const other = await whoHolds(holder);
    if (!isTold) say(`${other.charAt(0).toUpperCase()}${other.slice(1)}: waiting for its end.`);
    isTold = true;
    if (performance.now() >= until)
      throw new MigrationFault(`Nothing was done: ${other}. ${waitedFor(patienceMs)}`);
    await sleep(LOOK_MS);
  }
}

const waitedFor = (patienceMs: number) =>
  `It has not ended within ${Math.round(patienceMs / 1000)} s. Run this again when it has.`;

/** Nothing may end it for being idle. `transaction_timeout` came with PostgreSQL 17. */
const HELD_FOR_LONG = `select set_config(name, '0', true) from pg_settings
  where name in ('idle_in_transaction_session_timeout', 'transaction_timeout', 'statement_timeout')`;

const isLost = (error: unknown) =>
  error instanceof Error &&
  "code" in error &&
  /^(CONNECTION_|ECONN|EPIPE|57P0|08|25P03)/.test(String(error.code));

const lost = () =>
  new MigrationFault(
    "A connection to the database was lost on the way. What was applied stays; run this again for the rest.",
  );

interface Other {
  pid: number;
  name: string;
  address: string | null;
  since: string | null;
}

/** The other migration in words, as far as this role may know. */
async function whoHolds(sql: Sql | TransactionSql): Promise<string> {
  const [other] = await sql<Other[]>`
    select a.pid, a.application_name as name, host(a.client_addr) as address,
      to_char(coalesce(a.xact_start, a.query_start) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
    from pg_locks l left join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted and l.objsubid = 1
      and (l.classid::bigint << 32 | l.objid::bigint) = ${LOCK}
      and l.database = (select oid from pg_database where datname = current_database())`;
  if (!other) return "another migration is running";
  const of = [
    `session ${other.pid} of the database`,
    other.name && `"${other.name}"`,
    other.address && `from ${other.address}`,
    other.since && `since ${other.since}`,
  ];
  return `another migration is running (${of.filter(Boolean).join(", ")})`;
}
