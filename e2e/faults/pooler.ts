/** PgBouncer before a database, as a deployment may have it: with defaults but for one, on a free port. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findProgram } from "../support/programs";
import { freePort } from "../support/stack";

export const pgbouncer = findProgram("pgbouncer", "pgbouncer");

export interface Pooler {
  /** The database's address through the pooler. */
  url: string;
  /** Ends it at once, which cuts every connection, and starts it again at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface PoolerOptions {
  databaseUrl: string;
  mode: "transaction" | "session";
  /** Connections to the database. */
  poolSize?: number;
}

/** Debian's `nobody`, because PgBouncer refuses to run as root. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** @throws Error where it does not start, with what it wrote */
export async function startPooler({ databaseUrl, mode, poolSize = 10 }: PoolerOptions): Promise<Pooler> {
  const target = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), "pooler-"));
  const port = await freePort();
  const quoted = (text: string) => `"${decodeURIComponent(text).replaceAll('"', '""')}"`;
  writeFileSync(join(folder, "users.txt"), `${quoted(target.username)} ${quoted(target.password)}\n`);
  writeFileSync(
    join(folder, "pgbouncer.ini"),
    [
      "[databases]",
      `* = host=${target.hostname} port=${target.port || 5432}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = scram-sha-256",
      `auth_file = ${join(folder, "users.txt")}`,
      `pool_mode = ${mode}`,
      `default_pool_size = ${poolSize}`,
      "max_client_conn = 500",
      // Its default, 15 s without a try after one that failed, is longer than a failover may take.
      "server_login_retry = 1",
      "",
    ].join("\n"),
  );
  if (isRoot)
    for (const name of ["", "users.txt", "pgbouncer.ini"]) chownSync(join(folder, name), NOBODY, NOBODY);
  else chmodSync(folder, 0o700);
  let running = await run(folder, port);
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return {
    url: url.href,
    async restart() {
      await end(running);
      running = await run(folder, port);
    },
    async stop() {
      await end(running);
      rmSync(folder, { recursive: true });
    },
  };
}

async function run(folder: string, port: number): Promise<ChildProcess> {
  const child = spawn(pgbouncer.path!, [join(folder, "pgbouncer.ini")], {
    stdio: ["ignore", "ignore", "pipe"],
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  let written = "";
  child.stderr.on("data", (chunk) => (written += chunk));
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  while (!(await answers(port))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`PgBouncer did not start:\n${written}`);
    await sleep(20);
  }
  return child;
}

function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  }).then((it) => {
    socket.destroy();
    return it as boolean;
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
