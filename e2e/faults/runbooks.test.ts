import { randomBytes } from "node:crypto";
import { afterAll, describe, expect, inject, onTestFinished } from "vitest";
import { reconcile } from "../../lib/jobs/reconcile";
import { migrateDatabase } from "../../tools/migrator";
import { Api } from "../support/api";
import { payNowBody } from "../support/bodies";
import { chargedFor } from "../support/charges";
import { runCommand } from "../support/commands";
import { makeDatabase } from "../support/database";
import { serveHere } from "../support/here";
import { until } from "../support/poll";
import { findProgram } from "../support/programs";
import { makeProvider } from "../support/provider";
import { type Printed, rehearsed } from "../support/runbooks";
import { payNow } from "../support/scenes";
import { settingsOf, startServer } from "../support/stack";
import { startEstate } from "./estate";
import { pgbouncer, startPooler } from "./pooler";
import { makePostgres } from "./postgres-server";
import { mountDisk } from "./small-disk";

/** The pages whose faults need a database or a pooler of the test's own; the others are in e2e/command-lines. */
const psql = findProgram("psql", "postgresql-client");
const disk = psql.path ? mountDisk() : null;
afterAll(() => disk?.unmount());

const settingsFor = (databaseUrl: string) => ({
  ...settingsOf(databaseUrl, `1:${randomBytes(32).toString("base64")}`, "x".repeat(24)),
  LOG_LEVEL: "silent",
  BASE_URL: "http://localhost:3000",
});

async function serve(settings: Record<string, string>) {
  const here = await serveHere(settings);
  onTestFinished(() => here.stop());
  const provider = await makeProvider({}, here.deps.db);
  return { ...here, provider, client: new Api(here.url, provider.key) };
}

const results = ({ rows }: Pick<Printed, "rows">, check: string) =>
  rows.filter((row) => row.check === check).map(({ result }) => result);

function isSound({ rows, said }: Printed) {
  expect(said).not.toMatch(/Failed:|Violated:/);
  expect(rows.filter(({ invariant }) => invariant).length).toBeGreaterThan(10);
  expect(rows).toContainEqual(expect.objectContaining({ recovered: expect.any(Number) }));
  expect(rows.filter(({ result }) => result === "fail")).toEqual([]);
}

rehearsed(
  "failover",
  "the loss of the primary is shown, then the new primary, which lacks no payment",
  async (next) => {
    const estate = await startEstate();
    onTestFinished(() => estate.stop());
    const { username, password } = new URL(estate.primary.url);
    const settings = settingsFor(estate.multiHostUrl().replace(/\/\/[^@]+@/, `//${username}:${password}@`));
    const { client, deps, provider } = await serve(settings);
    const { body } = await payNow(client, provider);
    await reconcile(deps, new Date());
    estate.primary.kill();

    const lost = await next(settings);
    expect(lost.said).toContain("Failed: primary");
    expect(results(lost, "database").toSorted()).toEqual(["pass", "warn"]);
    await estate.promote();
    await until("it is ready", async () => (await client.get("/readyz")).status === 200);
    const over = await next(settings);
    isSound(over);
    expect(results(over, "database").toSorted()).toEqual(["pass", "warn"]);
    expect(results(over, "synchronous_standby")).toEqual(["warn"]);
    expect(await chargedFor(client, body)).toEqual([1500]);
    await estate.rejoin();
    expect(results(await runCommand("doctor", [], settings), "synchronous_standby")).toEqual(["pass"]);
  },
);

describe.skipIf(!pgbouncer.path)(pgbouncer.path ? "behind PgBouncer" : pgbouncer.remedy, () => {
  rehearsed(
    "pooler",
    "a pooler that lends sessions is shown, and served with the setting for it",
    async (next) => {
      const databaseUrl = await makeDatabase(inject("cluster"));
      const pooler = await startPooler({ databaseUrl, mode: "transaction" });
      onTestFinished(() => pooler.stop());
      const settings = settingsFor(pooler.url);
      const seen = await next(settings);
      expect(seen.said).toContain("Failed: pooler");
      expect(seen.rows).toContainEqual(
        expect.objectContaining({ check: "pooler", remedy: expect.stringContaining("set it to off") }),
      );
      const right = { ...settings, DATABASE_PREPARE: "off" };
      const server = await startServer("server", { ...right, BASE_URL: "http://localhost:3000" });
      onTestFinished(() => server.stop());
      const over = await next({ ...right, BASE_URL: server.url });
      expect(over.said).not.toContain("Failed:");
      expect(over.text).toContain('"database":"pass"');
    },
  );
});

describe.skipIf(!disk)(disk ? "on a small disk" : `needs psql, and root that may mount a tmpfs`, () => {
  rehearsed("full-disk", "writes go on once there is room, and nothing is half written", async (next) => {
    const database = await makePostgres(disk!.data);
    onTestFinished(() => database.remove());
    await migrateDatabase(database.url);
    const settings = settingsFor(database.url);
    const { client, provider } = await serve(settings);
    expect((await payNow(client, provider)).answer.status).toBe(201);
    const makeRoom = disk!.fill();
    const sql = database.connect();
    const refused = await until("a payment finds no room", async () => {
      // The next file of the log finds no space.
      await sql`select pg_switch_wal()`.catch(() => {});
      const body = payNowBody(provider);
      const { status } = await client.create(body);
      return status === 201 ? null : { status, body };
    });
    await sql.end({ timeout: 0 });
    expect(refused.status).toBe(503);
    makeRoom();
    await until("it is ready", async () => {
      // A recovery that found no space has ended it.
      if (!database.isRunning()) await database.start();
      return (await client.get("/readyz")).status === 200;
    });

    const seen = await next(settings);
    expect(seen.text).toMatch(/database[\s\S]+ [kM]B\n[\s\S]+relname[\s\S]+ kB\n[\s\S]+slot_name/);
    expect((await client.create(refused.body)).status).toBe(201);
    isSound(await next(settings));
    expect(await chargedFor(client, refused.body)).toEqual([1500]);
  });
});
