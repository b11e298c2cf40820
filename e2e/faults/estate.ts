/** A PostgreSQL with a standby, both of a test's own and with durability on. */
import { randomBytes } from "node:crypto";
import { appendFileSync, chownSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrateDatabase } from "../../tools/migrator";
import { makeRoles } from "../support/gateway";
import { until } from "../support/poll";
import { makePostgres, type PostgresServer } from "./postgres-server";

export interface Estate {
  /** It takes writes; a promotion makes another one it. */
  primary: PostgresServer;
  standby: PostgresServer | null;
  /** The service's role, at the port of the primary as it is now. */
  serviceUrl(): string;
  /** Both hosts, of which the driver takes the one that takes writes. */
  multiHostUrl(): string;
  /** Whether a commit waits for the standby. */
  synchronise(isOn: boolean): Promise<void>;
  /**
   * Makes the standby the primary, whatever became of the primary.
   * @returns when it took writes, by `performance.now()`
   */
  promote(): Promise<number>;
  /** Ends the former primary and makes a standby anew, at its port, from the primary as it is now. */
  rejoin(): Promise<void>;
  stop(): void;
}

/** Migrated, with a role for the service, and with synchronous replication. */
export async function startEstate(): Promise<Estate> {
  const first = await makePostgres();
  await migrateDatabase(first.url);
  const { service } = await makeRoles(first.url);
  const servers = new Set([first]);
  let former: PostgresServer | null = null;

  const estate: Estate = {
    primary: first,
    standby: null,
    serviceUrl() {
      const url = new URL(service);
      url.port = String(estate.primary.port);
      return url.href;
    },
    multiHostUrl() {
      const hosts = [...servers].map(({ port }) => `127.0.0.1:${port}`).join(",");
      return `${service.replace(/@[^/]+/, `@${hosts}`)}?target_session_attrs=read-write`;
    },
    async synchronise(isOn) {
      const sql = estate.primary.connect();
      await sql.unsafe(`alter system set synchronous_standby_names = '${isOn ? "*" : ""}'`);
      await sql`select pg_reload_conf()`;
      await sql.end();
    },
    async promote() {
      const next = estate.standby;
      if (!next) throw new Error("There is no standby");
      await next.promote();
      const sql = next.connect();
      await until("the standby takes writes", async () => {
        const [row] = await sql`select pg_is_in_recovery() as is_standby`;
        return row?.is_standby === false;
      });
      const at = performance.now();
      await sql.end();
      former = estate.primary;
      estate.primary = next;
      estate.standby = null;
      return at;
    },
    async rejoin() {
      const port = former?.port;
      if (former) {
        former.remove();
        servers.delete(former);
        former = null;
      }
      const name = `standby_${randomBytes(4).toString("hex")}`;
      const standby = await estate.primary.copy(port);
      follow(standby, estate.primary, name);
      servers.add(standby);
      await standby.start();
      const sql = estate.primary.connect();
      await until("the standby follows", async () => {
        const [row] = await sql`select state from pg_stat_replication where application_name = ${name}`;
        return row?.state === "streaming";
      });
      await sql.end();
      estate.standby = standby;
      await estate.synchronise(true);
    },
    stop() {
      for (const one of servers) one.remove();
    },
  };
  await estate.rejoin();
  return estate;
}

function follow(standby: PostgresServer, { url, port }: PostgresServer, name: string): void {
  const { password } = new URL(url);
  const source = `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=${name}`;
  appendFileSync(join(standby.data, "postgresql.conf"), `\nprimary_conninfo = '${source}'\n`);
  const signal = join(standby.data, "standby.signal");
  writeFileSync(signal, "");
  const { uid, gid } = statSync(standby.data);
  chownSync(signal, uid, gid);
}
