import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { timed } from "../../packages/dates/time";
import { createDeps } from "../../server/instance/deps";
import { parseSettings } from "../../server/settings/env";
import { migrateDatabase } from "../../tools/migrator";
import { startPostgres } from "../../tools/postgres/postgres.mjs";
import { insertClones, prepareClones, type Spread } from "./growth-rows";
import { makeOriginals, type Place } from "./growth-times";

const BATCH = 20_000;
const say = (line: string) => process.stderr.write(`${line}\n`);

/** A durable PostgreSQL of its own, and a receiver of webhooks. */
export async function startGrowth(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "growth-"));
  const memory = { shared_buffers: "1GB", max_wal_size: "4GB", checkpoint_timeout: "15min" };
  const cluster = await startPostgres({
    name: `growth-${process.pid}`,
    dataRoot: folder,
    settings: { ...memory, ...settings },
  });
  const receiver = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(204).end());
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const hooks = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  return {
    logFile: cluster.logFile,
    placeOf: (checkouts: number, spread?: Spread) => placeOf(cluster.url, hooks, checkouts, spread),
    async end(places: readonly Place[]) {
      receiver.close();
      receiver.closeAllConnections();
      for (const { deps, sql } of places) await Promise.all([deps.close(), sql.end()]);
      await cluster.stop();
      for (const left of [folder, cluster.data, cluster.logFile])
        rmSync(left, { recursive: true, force: true });
    },
  };
}

/** A database with so many checkouts, and the service over it. */
async function placeOf(server: string, hooks: string, checkouts: number, spread?: Spread): Promise<Place> {
  const name = `growth_${checkouts}`;
  const admin = postgres(server, { max: 1 });
  await admin.unsafe(`create database ${name}`);
  await admin.end();
  const url = new URL(server);
  url.pathname = name;
  await migrateDatabase(url.href);
  const settings = {
    DATABASE_URL: url.href,
    APP_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}`,
    WEBHOOK_ALLOW_LOOPBACK: "on",
    MAIL_KEEP: "on",
    LOG_LEVEL: "silent",
    NODE_ENV: "test",
  };
  const deps = timed(createDeps(parseSettings(settings), { serves: false }), () => new Date());
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  const college = await makeOriginals(deps, hooks, spread?.mix);
  await prepareClones(sql, spread);
  const start = performance.now();
  await durable(sql, false);
  for (let made = 0; made < checkouts; made += BATCH)
    await insertClones(sql, made, Math.min(checkouts, made + BATCH));
  await sql.unsafe("vacuum analyze");
  await durable(sql, true);
  await sql.unsafe("checkpoint");
  say(`${checkouts} checkouts are there after ${((performance.now() - start) / 1000).toFixed(0)} s`);
  return { checkouts, deps, college, sql };
}

/** Rows are made without waiting for the disk; nothing is measured meanwhile. */
async function durable(sql: postgres.Sql, isOn: boolean): Promise<void> {
  for (const name of ["fsync", "full_page_writes"])
    await sql.unsafe(`alter system set ${name} = ${isOn ? "on" : "off"}`);
  await sql`select pg_reload_conf()`;
}
