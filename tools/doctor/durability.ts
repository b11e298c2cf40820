import { sql } from "drizzle-orm";
import postgres from "postgres";
import type { Db } from "../../lib/db/client";
import { readRows } from "../../packages/postgres-guard/index";
import { present } from "../../packages/text/narrow";

export interface Server extends Record<string, unknown> {
  isStandby: boolean;
  fsync: string;
  fullPageWrites: string;
  synchronousCommit: string;
  standbyNames: string;
  /** Without it `synchronousStandbys` is 0, whatever there is. */
  maySeeStandbys: boolean;
  synchronousStandbys: number;
  /** For this role. */
  connections: number;
}

/** What decides whether an acknowledged commit can be lost, and how many connections there are. */
export async function readServer(db: Db): Promise<Server> {
  const [row] = await readRows<Server>(
    db,
    sql`select
    pg_is_in_recovery() as "isStandby",
    current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites",
    current_setting('synchronous_commit') as "synchronousCommit",
    current_setting('synchronous_standby_names') as "standbyNames",
    pg_has_role(current_user, 'pg_read_all_stats', 'usage') as "maySeeStandbys",
    (select count(*)::int from pg_stat_replication
      where state = 'streaming' and sync_state in ('sync', 'quorum')) as "synchronousStandbys",
    (select least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
        nullif(rolconnlimit, -1)) from pg_roles where rolname = current_user) as connections`,
  );
  return present(row, "row of the database's settings");
}

/** One address for each host that a URL names, as `host:port`; also of hosts that `target_session_attrs` leaves out. */
export function addressesIn(url: string): { name: string; url: string }[] {
  const { host, port } = postgres(url).options;
  if (host.length < 2) return [{ name: `${host[0]}:${port[0]}`, url }];
  const ofAny = url.replace(/([?&])target_session_attrs=[^&]*&?/, "$1");
  return host.map((one, index) => {
    const name = `${one}:${port[index]}`;
    return { name, url: ofAny.replace(/^(\w+:\/\/(?:[^@/?]*@)?)[^/?]*/, `$1${name}`) };
  });
}
