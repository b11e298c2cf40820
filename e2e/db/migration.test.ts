import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import postgres from "postgres";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { explainDatabaseFault } from "../../packages/postgres-guard/faults";
import { type MigrateOptions, MigrationFault, migrateDatabase } from "../../tools/migrator";
import { makeDatabase, makeEmptyDatabase } from "../support/database";
import { entriesOf, migrationsFolder } from "../support/migrations";
import { until } from "../support/poll";

const LOCK = 4_207_849_484;
const TAGS = entriesOf().map(({ tag }) => tag);
const NAME = "provider-checkout migrate";

function connect(url: string, max = 2) {
  const sql = postgres(url, { max, onnotice: () => {} });
  onTestFinished(() => sql.end({ timeout: 1 }));
  return sql;
}

async function recorded(url: string): Promise<number> {
  const [row] = await connect(url, 1)`select count(*)::int as count from drizzle.__drizzle_migrations`;
  return row!.count;
}

/** What the catalogue says of all tables, constraints and indexes. */
async function schemaOf(url: string): Promise<string[]> {
  const rows = await connect(url, 1)`
    select attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull as line
    from pg_attribute join pg_class c on c.oid = attrelid
    where attnum > 0 and not attisdropped and c.relkind = 'r' and relnamespace in ('public'::regnamespace, 'sandbox_gateway'::regnamespace)
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where conrelid <> 0
    union all select pg_get_indexdef(indexrelid) || ' ' || indisvalid from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace = 'public'::regnamespace
    order by 1`;
  return rows.map(({ line }) => line);
}

/** As `npm run db:migrate` does it, in a process that can be killed. */
function migrateInProcess(url: string, options: MigrateOptions): ChildProcess {
  const code = `import("./tools/migrator.ts").then((it) => it.migrateDatabase(${JSON.stringify(url)}, ${JSON.stringify(options)})).then(() => process.exit(0))`;
  const child = spawn(process.execPath, ["--import", "tsx", "-e", code], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

describe("two migrations at once", () => {
  it("do each migration once, and both find it done", async () => {
    const url = await makeEmptyDatabase(inject("cluster"));
    const applied = await Promise.all([migrateDatabase(url), migrateDatabase(url), migrateDatabase(url)]);
    expect(applied.flat()).toEqual(TAGS);
    expect(applied.filter((one) => one.length > 0)).toHaveLength(1);
    expect(await recorded(url)).toBe(TAGS.length);
  });

  it("one waits for the other's lock, and says so", async () => {
    const url = await makeDatabase(inject("cluster"));
    const said: string[] = [];
    let waiting: Promise<string[]> | undefined;
    await connect(url).begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${LOCK}::bigint)`;
      await expect(migrateDatabase(url, { lockMs: 100, patienceMs: 0 })).rejects.toThrow("No lock was free");
      waiting = migrateDatabase(url, { say: (line) => said.push(line) });
      waiting.catch(() => {});
      await until("it has said so", async () => said.length > 0);
    });
    expect(await waiting).toEqual([]);
    expect(said).toEqual([expect.stringContaining("Another migration or a long transaction")]);
  });
});

it("a role that may not make the console's is told what an administrator has to run", async () => {
  const url = new URL(await makeEmptyDatabase(inject("cluster")));
  const admin = connect(url.href);
  const role = `owner_${randomBytes(6).toString("hex")}`;
  await admin.unsafe(
    `create role ${role} login password 'secret'; grant create on schema public to ${role}; alter database ${url.pathname.slice(1)} owner to ${role}`,
  );
  [url.username, url.password] = [role, "secret"];
  const refused = await migrateDatabase(url.href).catch((error) => error);
  expect(refused).toBeInstanceOf(MigrationFault);
  expect(refused.message).toContain(`GRANT provider_tenant TO ${role};`);
  await admin.unsafe(`grant provider_tenant to ${role}`);
  expect(await migrateDatabase(url.href)).toEqual(TAGS);
});

describe("a migration that is cut off", () => {
  it("is finished by the next run where its process was killed", async () => {
    const url = await makeEmptyDatabase(inject("cluster"));
    const sql = connect(url);
    const child = migrateInProcess(url, {});
    await until("it is at work", async () => {
      const there =
        await sql`select from pg_stat_activity where datname = current_database() and application_name = ${NAME}`;
      return there.length > 0;
    });
    child.kill("SIGKILL");
    await once(child, "exit");
    await migrateDatabase(url);
    expect(await recorded(url)).toBe(TAGS.length);
    expect(await schemaOf(url)).toEqual(await schemaOf(await makeDatabase(inject("cluster"))));
  });

  it("in the middle of one, its session killed, has done nothing of it", async () => {
    const url = await makeDatabase(inject("cluster"));
    const folder = migrationsFolder(undefined, {
      "9000_slow": `create table "half" ("id" integer);--> statement-breakpoint\nselect pg_sleep(case when (select count(*) from pg_stat_activity where application_name = 'no hurry' and datname = current_database()) > 0 then 0 else 60 end);`,
    });
    const sql = connect(url);
    const cut = migrateDatabase(url, { folder }).catch((error) => error);
    const sleeping = () =>
      sql`select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
    await until("it is in the middle", async () => (await sleeping()).length > 0);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = ${NAME}`;
    expect(explainDatabaseFault(await cut)?.means).toMatch(/connection was cut|ended the session/);
    await until("what it was doing has ended", async () => (await sleeping()).length === 0);
    const hurry = postgres(url, { max: 1, connection: { application_name: "no hurry" } });
    await hurry`select 1`;
    expect(await migrateDatabase(url, { folder })).toEqual(["9000_slow"]);
    await hurry.end();
  });
});

describe("a lock that others keep", () => {
  it("is tried for again and again, while others wait for less than a second", async () => {
    const url = await makeDatabase(inject("cluster"));
    const folder = migrationsFolder(undefined, {
      "9000_column": 'alter table "contact" add column "more" text;',
    });
    const sql = connect(url, 4);
    const said: string[] = [];
    let migrated: Promise<string[]> | undefined;
    let longest = 0;
    await sql.begin(async (tx) => {
      await tx`lock table contact in row exclusive mode`;
      migrated = migrateDatabase(url, { folder, say: (line) => said.push(line) });
      migrated.catch(() => {});
      await until("it has given way", async () => {
        const from = performance.now();
        await sql`select count(*) from contact`;
        longest = Math.max(longest, performance.now() - from);
        return said.length > 0;
      });
    });
    expect(await migrated).toEqual(["9000_column"]);
    expect(said[0]).toMatch(/holds a lock. Trying again/);
    // It waits for half a second at a time; a busy machine adds to that.
    expect(longest).toBeLessThan(5_000);
  });

  it("ends it in the end, in words", async () => {
    const url = await makeDatabase(inject("cluster"));
    const folder = migrationsFolder(undefined, {
      "9000_column": 'alter table "contact" add column "more" text;',
    });
    const sql = connect(url);
    await sql.begin(async (tx) => {
      await tx`lock table contact in row exclusive mode`;
      await expect(migrateDatabase(url, { folder, lockMs: 100, patienceMs: 300 })).rejects.toThrow(
        /^No lock was free in \d+ attempts/,
      );
    });
  });

  it("may be the other one's of a deadlock", async () => {
    const url = await makeDatabase(inject("cluster"));
    const folder = migrationsFolder(undefined, {
      "9000_both":
        'alter table "contact" add column "more" text;--> statement-breakpoint\nalter table "checkout" add column "more" text;',
    });
    const sql = connect(url, 3);
    let migrated: Promise<string[]> | undefined;
    await sql.begin(async (tx) => {
      // As a change of a checkout does: its row first, the contact last.
      await tx`lock table checkout in row exclusive mode`;
      migrated = migrateDatabase(url, { folder, lockMs: 60_000 });
      migrated.catch(() => {});
      await until("the migration waits", async () => {
        const waiting = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'relation'`;
        return waiting.length > 0;
      });
      await tx`set local deadlock_timeout = '1min'`;
      await tx`lock table contact in row exclusive mode`;
    });
    expect(await migrated).toEqual(["9000_both"]);
  });
});
