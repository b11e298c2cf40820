import { sql } from "drizzle-orm";
import postgres from "postgres";
import type { Db } from "../../lib/db/client";
import { readRows } from "../../packages/postgres-guard";

/** What decides whether an acknowledged commit can be lost, and how many connections there are. */
export async function readServer(db: Db) {
  const [row] = await readRows<Record<string, string | number | boolean | null>>(
    db,
    sql`select
    current_setting('server_version_num')::int as version, current_setting('server_version') as version_name,
    pg_is_in_recovery() as standby,
    current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
    current_setting('synchronous_commit') as commit,
    current_setting('synchronous_standby_names') as names,
    pg_has_role(current_user, 'pg_read_all_stats', 'usage') as may_see,
    (select count(*)::int from pg_stat_replication
      where state = 'streaming' and sync_state in ('sync', 'quorum')) as standbys,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
    (select rolconnlimit from pg_roles where rolname = current_user) as role_limit,
    (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as tls,
    current_setting('statement_timeout') as statement_timeout, current_setting('lock_timeout') as lock_timeout`,
  );
  if (!row) throw new Error("The database said nothing of its settings");
  const roleLimit = Number(row.role_limit);
  const connections = Number(row.connections);
  return {
    version: Number(row.version),
    versionName: String(row.version_name),
    isStandby: row.standby === true,
    fsync: String(row.fsync),
    fullPageWrites: String(row.pages),
    synchronousCommit: String(row.commit),
    standbyNames: String(row.names),
    /** Without it `synchronousStandbys` is 0, whatever there is. */
    maySeeStandbys: row.may_see === true,
    synchronousStandbys: Number(row.standbys),
    /** For this role. */
    connections: roleLimit < 0 ? connections : Math.min(connections, roleLimit),
    isTls: row.tls === true,
    statementTimeout: String(row.statement_timeout),
    lockTimeout: String(row.lock_timeout),
  };
}

export type Server = Awaited<ReturnType<typeof readServer>>;

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
