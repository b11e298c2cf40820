import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import postgres from "postgres";
import { openDatabase } from "../../lib/db/client";
import { createSandboxGateway } from "../../packages/sandbox-gateway/gateway";
import { makeDatabase } from "./database";
import { createGatewayServer } from "./gateway-server";
import { type Door, type RunningProcess, settingsOf, start, startServer, untilAnswers } from "./stack";

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
    create role ${roles.service} login noinherit password '${password}';
    create role ${roles.gateway} login password '${password}';
    grant select, insert, update, delete on all tables in schema public to ${roles.service};
    grant provider_tenant to ${roles.service};
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

interface GatewayOptions {
  /** Milliseconds that a charge stays under way. */
  delayMs?: number;
}

/** The sandbox gateway in a process of its own. */
async function startGateway(
  databaseUrl: string,
  secret: string,
  port: number,
  { delayMs = 0 }: GatewayOptions = {},
): Promise<RunningProcess> {
  const url = `http://127.0.0.1:${port}`;
  const child = start(["--import", "tsx", "e2e/support/sandbox-gateway.ts"], {
    SANDBOX_GATEWAY_DATABASE_URL: databaseUrl,
    GATEWAY_SECRET: secret,
    PORT: String(port),
    SANDBOX_CHARGE_DELAY_MS: String(delayMs),
  });
  await untilAnswers(`${url}/charges`, child, "The sandbox gateway is at");
  return { url, ...child };
}

/** The sandbox gateway within this process, where a test can come in between. */
export interface HeldGateway {
  /** Leaves charges under way, undecided, until the function that it gives is called. */
  holdCharges(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** What is held may take as long as whatever a test does meanwhile. */
const HOLDS_MS = 3_600_000;

async function openGateway(url: string, secret: string, port: number): Promise<HeldGateway> {
  // Without prepared statements none is ended by the server for its length.
  const database = openDatabase({
    url,
    poolSize: 20,
    prepare: false,
    name: "sandbox-gateway",
    limitMs: HOLDS_MS,
  });
  const gateway = createSandboxGateway(database.db);
  const server = createGatewayServer(gateway, secret, gateway).listen(port, "127.0.0.1");
  // A connection that is closed for its idleness just when it is used again would be a lost answer.
  server.keepAliveTimeout = HOLDS_MS;
  await once(server, "listening");
  const holding = new Set<() => Promise<void>>();
  return {
    async holdCharges() {
      const sql = postgres(url, { max: 1 });
      const lock = await sql.reserve();
      await lock.unsafe("begin; lock table sandbox_gateway.token_use in exclusive mode");
      const letGo = async () => {
        if (!holding.delete(letGo)) return;
        await lock.unsafe("commit");
        lock.release();
        await sql.end();
      };
      holding.add(letGo);
      return letGo;
    },
    async close() {
      // A test that fails leaves none behind for those after it.
      for (const letGo of holding) await letGo();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      await database.close();
    },
  };
}

/** A port that no system hands out by itself, so that it stays free while the gateway is down. */
async function ownPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}

/** A database with its roles, and the settings of servers that reach the gateway through the port only. */
export interface Estate {
  /** As superuser, for arranging and looking behind the scenes. */
  databaseUrl: string;
  roles: Roles;
  /** What its servers are started with. */
  settings: Record<string, string>;
  gatewaySecret: string;
  jobsSecret: string;
  /** Starts the gateway on this estate's port, in a process of its own. */
  gateway(options?: GatewayOptions): Promise<RunningProcess>;
  /** Opens the gateway on this estate's port, within this process. */
  gatewayHere(): Promise<HeldGateway>;
  /** Starts a server of the service; `settings` come on top. */
  service(settings?: Record<string, string>, door?: Door): Promise<RunningProcess>;
  /** Ends every process that was started and still runs. */
  stop(): Promise<void>;
}

/** A new database in the cluster, for tests that start and kill processes of their own. */
export async function makeEstate(cluster: string): Promise<Estate> {
  const databaseUrl = await makeDatabase(cluster);
  const roles = await makeRoles(databaseUrl);
  const gatewayPort = await ownPort();
  const gatewaySecret = randomBytes(16).toString("hex");
  const jobsSecret = randomBytes(16).toString("hex");
  const settings = {
    ...settingsOf(roles.service, `1:${randomBytes(32).toString("base64")}`, jobsSecret),
    GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`,
    GATEWAY_SECRET: gatewaySecret,
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
    settings,
    gatewaySecret,
    jobsSecret,
    gateway: (options) => kept(startGateway(roles.gateway, gatewaySecret, gatewayPort, options)),
    gatewayHere: () => openGateway(roles.gateway, gatewaySecret, gatewayPort),
    service: (own, door = "server") => kept(startServer(door, { ...settings, ...own })),
    async stop() {
      await Promise.all(running.map((one) => one.stop("SIGKILL")));
    },
  };
}
