import type { Connection } from "./connection";
import { Hosts } from "./hosts";
import { PoolerFault, RESULTS, settingsOf } from "./settings";

/**
 * With DATABASE_PREPARE=on, refuses a pooler that does not keep sessions. With off, gives the role its settings
 * in this database, because a pooler's sessions begin with those and with no others.
 * See docs/decisions/009-poolers.md.
 * @throws PoolerFault, and whatever keeps the database from answering
 */
export async function checkSessions({ url, prepare }: { url: string; prepare: boolean }): Promise<void> {
  if (!prepare) return ensureRoleSettings(url);
  if (await keepsSessions(url)) return;
  throw new PoolerFault(
    "DATABASE_PREPARE: is on, but a pooler in transaction mode is in front of the database: set it to off, or set the pooler to session mode.",
  );
}

/** A connection for what is looked at before anything is opened: none of its statements is prepared or sent ahead. */
const openForStart = (url: string): Promise<Connection> =>
  new Hosts({ url, name: "provider-checkout start", silenceMs: 5_000 }).open();

const PROBES = 5;

/** @returns false behind a pooler that lends sessions for a transaction at a time */
async function keepsSessions(url: string): Promise<boolean> {
  const one = await openForStart(url);
  try {
    return await isKept(one, url);
  } finally {
    one.close();
  }
}

/** Nobody else is ever on the session of a connection that is open, unless a pooler lends it. */
async function isKept(one: Connection, url: string): Promise<boolean> {
  if ((await sessionOf(one)) === one.pid) return true;
  const other = await openForStart(url);
  try {
    for (let probes = 0; probes < PROBES; probes++) {
      const session = await sessionOf(one);
      await other.run({ text: "begin" });
      const during = await sessionOf(other);
      await other.run({ text: "commit" });
      if (during === session || (await sessionOf(one)) !== session) return false;
    }
    return true;
  } finally {
    other.close();
  }
}

/** The server's number of the session; a connection's `pid` is what it was told, maybe by a pooler. */
async function sessionOf(connection: Connection): Promise<number> {
  const [row] = await connection.run({ text: "select pg_backend_pid() as pid" });
  return row?.pid;
}

/** As many as a pooler may have open from before. */
const MAX_SESSIONS = 200;

/** A session that began before its role had the settings is ended, and the pooler begins another. */
async function ensureRoleSettings(url: string): Promise<void> {
  for (let sessions = 0; sessions < MAX_SESSIONS; sessions++) {
    const connection = await openForStart(url);
    try {
      const [row] = await connection.run({ text: IS_SET });
      if (row?.isSet) return;
      // Another server may be changing the role at the same moment; one of both succeeds.
      if (sessions % 10 === 0) await connection.run({ text: SET_FOR_ROLE }).catch(() => {});
      await connection.run({ text: END_SESSION }).catch(() => {});
    } finally {
      connection.close();
    }
  }
  throw new PoolerFault(
    `DATABASE_PREPARE: is off, and the database's role does not keep its settings (${Object.keys(RESULTS).join(", ")}, and time-outs): let it set them for itself, and see that no pooler sets others.`,
  );
}

const SETTINGS = Object.entries(settingsOf());
const IS_SET = `select ${SETTINGS.map(([name, value]) => `current_setting('${name}') = '${value}'`).join(" and ")} as "isSet"`;
const SET_FOR_ROLE = `do $$ begin ${SETTINGS.map(
  ([name, value]) =>
    `execute format('alter role current_user in database %I set ${name} = %L', current_database(), '${value}');`,
).join(" ")} end $$`;
const END_SESSION = "select pg_terminate_backend(pg_backend_pid())";
