import { randomBytes } from "node:crypto";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { dataFolder, hash, readText, root } from "../../server/program/checkout.mjs";
import type { Log } from "../../server/program/log.mjs";
import { Problem } from "../../server/program/problem.mjs";
import { ensureBuilt } from "../../tools/build/build.mjs";
import { migrateDatabase } from "../../tools/migrator";
import { startPostgres } from "../../tools/postgres/postgres.mjs";
import { runNode, tail } from "../../tools/shared/run.mjs";
import { freePort, type RunningProcess, start, untilAnswers } from "../support/stack";
import type { Bare } from "./bare";

const FOLDER = "e2e/bench";
/** Where Next's smallest page is built: beside its sources every tool would take what Next makes for ours. */
const FLOOR = join(dataFolder, "bench-floor");

/** What decides how fast a database is and what a commit is worth. */
const TOLD = ["server_version", "fsync", "synchronous_commit", "full_page_writes", "shared_buffers"] as const;

export type DatabaseSettings = Record<(typeof TOLD)[number], string>;

export interface BenchDatabase {
  url: string;
  settings: DatabaseSettings;
  /** The server's first process, of which all others are children. */
  pid: number;
  stop(): Promise<unknown>;
}

/** A durable PostgreSQL of its own, with a fresh database that is gone afterwards. */
export async function startDatabase(log: Log, connections: number): Promise<BenchDatabase> {
  const settings = { max_connections: connections };
  const server = await startPostgres({ name: "bench-postgres", settings, log });
  const admin = postgres(server.url, { max: 1, onnotice: () => {} });
  const name = `bench_${randomBytes(4).toString("hex")}`;
  // Nobody is at work on a server that was not running: what is there was left behind by a run that was killed.
  if (!server.reused) {
    const left = await admin`select datname from pg_database where starts_with(datname, 'bench_')`;
    for (const { datname } of left) await admin.unsafe(`drop database ${datname}`);
  }
  await admin.unsafe(`create database ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  await migrateDatabase(url.href);
  const told = await admin`select name, setting || coalesce(' × ' || unit, '') as value from pg_settings
    where name in ${admin(TOLD)} order by name`;
  return {
    url: url.href,
    settings: Object.fromEntries(told.map(({ name, value }) => [name, value])) as DatabaseSettings,
    pid: Number(readFileSync(join(server.data, "postmaster.pid"), "utf8").split("\n")[0]),
    async stop() {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
      await server.stop();
    },
  };
}

/** Within the tests' build there are crash points, which no figure shows: it saves them a second build. */
const isTest = process.env.TEST_BUILD === "1";

const buildService = (log: Log) =>
  ensureBuilt({
    distDir: isTest ? ".next-test" : ".next",
    ...(isTest && { env: { TEST_BUILD: "1" } }),
    log,
  });

export async function buildAll(log: Log): Promise<void> {
  await buildService(log);
  const source = join(root, FOLDER, "floor");
  const files = ["app/layout.jsx", "app/page.jsx", "next.config.mjs"].map((file) => join(source, file));
  const made = hash(root, ...[...files, join(root, "package-lock.json")].map((file) => readFileSync(file)));
  const stamp = join(FLOOR, "made-from");
  if (readText(stamp) === made) return;
  await log.step("Building Next's smallest page", async () => {
    rmSync(FLOOR, { recursive: true, force: true });
    cpSync(source, FLOOR, { recursive: true });
    // Turbopack would take instrumentation.ts and proxy.ts of the folders above into it.
    const { code, output } = await runNode(["node_modules/next/dist/bin/next", "build", "--webpack", FLOOR], {
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
    });
    if (code !== 0)
      throw new Problem(`${tail(output, 60)}\n\nThe floor's build failed; its output is above.`);
    writeFileSync(stamp, made);
  });
}

/** What a user would set, but for what keeps a flood away: limits, and work in the background while something is measured. */
export function serviceSettings(databaseUrl: string, workers: number): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    WORKERS: String(workers),
    APP_KEYS: `1:${randomBytes(32).toString("base64")}`,
    JOBS_SECRET: randomBytes(24).toString("base64url"),
    ENVIRONMENT: "sandbox",
    RATE_LIMIT_PER_SECOND: "0",
    TICK_SECONDS: "0",
    DRAIN_MS: "0",
    LOG_LEVEL: "warn",
    HOST: "127.0.0.1",
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    ...(isTest && { TEST_BUILD: "1", NEXT_DIST_DIR: ".next-test" }),
  };
}

/** The service as `npm start` runs it, once its first work in the background is done. */
export async function startService(settings: Record<string, string>): Promise<RunningProcess> {
  const service = await startServer(["server/start.mjs"], settings, "/v1/environment", "Serving at");
  // Before the first reconciliation a create asks the gateway what it knows of the order.
  const headers = { Authorization: `Bearer ${settings.JOBS_SECRET}` };
  const { status } = await fetch(`${service.url}/api/jobs/drain`, { method: "POST", headers });
  if (status !== 200)
    throw new Error(`The first background work was answered ${status}:\n${service.output()}`);
  return service;
}

export async function startBare(bare: Bare, processes: number): Promise<RunningProcess> {
  const file = join(dataFolder, `bench-bare-${process.pid}.json`);
  // It holds the database's password.
  writeFileSync(file, JSON.stringify(bare), { mode: 0o600 });
  const program = ["--import", "tsx", `${FOLDER}/cluster.mjs`, String(processes), `${FOLDER}/bare.ts`, file];
  const running = await startServer(program, {}, Object.keys(bare.fixed)[0] ?? "/", "listens");
  return {
    ...running,
    async stop() {
      rmSync(file, { force: true });
      await running.stop();
    },
  };
}

/** Next's own server with its smallest page, in as many processes as the service. */
export async function startFloor(processes: number): Promise<RunningProcess> {
  const port = String(await freePort());
  const next = ["node_modules/next/dist/bin/next", "start", FLOOR, "-H", "127.0.0.1", "-p", port];
  const child = start([`${FOLDER}/cluster.mjs`, String(processes), ...next], {
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(url, child, "Ready in");
  return { url, ...child };
}

/** @param says what it writes once the port is its own */
async function startServer(
  program: string[],
  settings: Record<string, string>,
  path: string,
  says: string,
  cwd?: string,
): Promise<RunningProcess> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = start(program, { PORT: port, BASE_URL: url, ...settings }, cwd);
  await untilAnswers(url + path, child, says);
  return { url, ...child };
}
