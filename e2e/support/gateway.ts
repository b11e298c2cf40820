import { randomBytes } from "node:crypto";
import postgres from "postgres";
import {
  type Door,
  freePort,
  makeDatabase,
  type RunningProcess,
  settingsOf,
  start,
  startServer,
  untilAnswers,
} from "./stack";

export interface Roles {
  /** The service's role, which has no right on the gateway's schema. */
  service: string;
  /** The gateway's role, which has rights on nothing else. */
  gateway: string;
}

/** Two roles for a database: one for the service, one for the sandbox gateway. */
export async function makeRoles(databaseUrl: string): Promise<Roles> {
  const sql = postgres(databaseUrl, { max: 1 });
  const suffix = randomBytes(6).toString("hex");
  const roles = { service: `service_${suffix}`, gateway: `gateway_${suffix}` };
  const password = randomBytes(12).toString("hex");
  await sql.unsafe(`
    create role ${roles.service} login password '${password}';
    create role ${roles.gateway} login password '${password}';
    grant select, insert, update, delete on all tables in schema public to ${roles.service};
    grant usage on schema drizzle to ${roles.service};
    grant select on all tables in schema drizzle to ${roles.service};
    grant usage on schema sandbox_gateway to ${roles.gateway};
    grant select, insert, update, delete on all tables in schema sandbox_gateway to ${roles.gateway};`);
  await sql.end();
  const as = (role: string) => {
    const url = new URL(databaseUrl);
    url.username = role;
    url.password = password;
    return url.href;
  };
  return { service: as(roles.service), gateway: as(roles.gateway) };
}

export interface GatewayOptions {
  /** Milliseconds that a charge stays under way. */
  delayMs?: number;
  port?: number;
}

/** The sandbox gateway in a process of its own. */
export async function startGateway(
  databaseUrl: string,
  secret: string,
  { delayMs = 0, port }: GatewayOptions = {},
): Promise<RunningProcess> {
  const at = port ?? (await freePort());
  const url = `http://127.0.0.1:${at}`;
  const child = start(["--import", "tsx", "scripts/sandbox-gateway.ts"], {
    SANDBOX_GATEWAY_DATABASE_URL: databaseUrl,
    GATEWAY_SECRET: secret,
    PORT: String(at),
    SANDBOX_CHARGE_DELAY_MS: String(delayMs),
  });
  await untilAnswers(`${url}/charges`, child);
  return { url, ...child };
}

/** A database with its roles, and the settings of servers that reach the gateway through the port only. */
export interface Estate {
  /** As superuser, for arranging and looking behind the scenes. */
  databaseUrl: string;
  roles: Roles;
  gatewayPort: number;
  gatewaySecret: string;
  jobsSecret: string;
  /** Starts the gateway on this estate's port. */
  gateway(options?: GatewayOptions): Promise<RunningProcess>;
  /** Starts a server of the service; `settings` come on top. */
  service(settings?: Record<string, string>, door?: Door): Promise<RunningProcess>;
  /** Ends every process that was started and still runs. */
  stop(): Promise<void>;
}

/** Milliseconds after which the service gives up on the gateway, in estates. */
export const GATEWAY_TIMEOUT_MS = 1_000;

/** A new database in the cluster, for tests that start and kill processes of their own. */
export async function makeEstate(cluster: string): Promise<Estate> {
  const databaseUrl = await makeDatabase(cluster);
  const roles = await makeRoles(databaseUrl);
  const gatewayPort = await freePort();
  const gatewaySecret = randomBytes(16).toString("hex");
  const jobsSecret = randomBytes(16).toString("hex");
  const shared = {
    ...settingsOf(roles.service, `1:${randomBytes(32).toString("base64")}`, jobsSecret),
    GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`,
    GATEWAY_SECRET: gatewaySecret,
    GATEWAY_TIMEOUT_MS: String(GATEWAY_TIMEOUT_MS),
    DATABASE_POOL_SIZE: "5",
    LOG_LEVEL: "silent",
  };
  const running: RunningProcess[] = [];
  const kept = async (starting: Promise<RunningProcess>) => {
    const one = await starting;
    running.push(one);
    return one;
  };
  return {
    databaseUrl,
    roles,
    gatewayPort,
    gatewaySecret,
    jobsSecret,
    gateway: (options) => kept(startGateway(roles.gateway, gatewaySecret, { port: gatewayPort, ...options })),
    service: (settings, door = "server") => kept(startServer(door, { ...shared, ...settings })),
    async stop() {
      await Promise.all(running.map((one) => one.stop("SIGKILL")));
    },
  };
}
