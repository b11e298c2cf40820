import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { migrateDatabase } from "../../tools/migrator";
import { type Pooler, pgbouncer, startPooler } from "../faults/pooler";
import { newCode, runCommand, runScript, type Script } from "../support/commands";
import { makeDatabase, makeEmptyDatabase } from "../support/database";
import { until } from "../support/poll";
import { compiled, start } from "../support/stack";

const remedy = pgbouncer.path ? "" : ` (${pgbouncer.remedy})`;
const SECRETS = {
  APP_KEYS: `1:${randomBytes(32).toString("base64")}`,
  GATEWAY_SECRET: randomBytes(24).toString("base64url"),
  LOG_LEVEL: "silent",
};

describe.skipIf(!pgbouncer.path)(`migrations behind PgBouncer in transaction mode${remedy}`, () => {
  it("leave no lock and no setting with a session that others get, and can be run again", async () => {
    const url = await makeEmptyDatabase(inject("cluster"));
    const direct = postgres(url, { max: 1, onnotice: () => {} });
    onTestFinished(() => direct.end());
    const name = new URL(url).pathname.slice(1);
    await direct.unsafe(`alter role current_user in database ${name} set statement_timeout = '15s'`);
    const pooler = await startPooler({ databaseUrl: url, mode: "transaction" });
    onTestFinished(pooler.stop);
    for (let times = 0; times < 3; times++) await migrateDatabase(pooler.url, { patienceMs: 5_000 });
    const locks = await direct`select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;
    expect(locks).toHaveLength(0);
    const pooled = postgres(pooler.url, { max: 1, prepare: false, onnotice: () => {} });
    onTestFinished(() => pooled.end());
    for (let times = 0; times < 5; times++)
      expect(await pooled.unsafe("show statement_timeout")).toEqual([{ statement_timeout: "15s" }]);
  });

  it("take DIRECT_DATABASE_URL before DATABASE_URL", async () => {
    const url = await makeEmptyDatabase(inject("cluster"));
    const env = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", DIRECT_DATABASE_URL: url };
    const { child, output } = start([compiled("migrate")], env);
    await once(child, "close");
    expect(output()).toMatch(/^0000_baseline: \d+\.\d\d s\n(.+\n)*The database is up to date\.\n$/);
  });
});

/** Of each script a command that reads or writes what it is for. */
const COMMANDS: Record<Script, (code: string) => string[]> = {
  providers: () => ["create", "--code", newCode(), "--name", "Swan", "--key"],
  enrolments: (code) => ["end-links", "--provider", code, "--reference", "ENR-NONE"],
  courses: (code) => [
    "add",
    "--provider",
    code,
    "--name",
    `A ${randomBytes(4).toString("hex")}`,
    "--price",
    "10",
  ],
  keys: (code) => ["issue", "--provider", code],
  gateways: (code) => ["list", "--provider", code],
  jobs: () => ["tick"],
  audit: (code) => ["verify", "--provider", code],
  staff: (code) => ["invite", "--email", "robin@swan.example", "--provider", code, "--role", "viewer"],
  "keys:app": () => ["versions"],
  "check:integrity": () => [],
  doctor: () => [],
};

describe.skipIf(!pgbouncer.path)(`commands behind PgBouncer in transaction mode${remedy}`, () => {
  let url: string;
  let pooler: Pooler;
  const code = newCode();
  beforeAll(async () => {
    url = await makeDatabase(inject("cluster"));
    // Few sessions, so that commands get each other's.
    pooler = await startPooler({ databaseUrl: url, mode: "transaction", poolSize: 3 });
    await runCommand("providers", ["create", "--code", code, "--name", "Swan"], { DATABASE_URL: url });
  });
  afterAll(() => pooler?.stop());
  const settings = (prepare: string) => ({
    ...SECRETS,
    BASE_URL: "http://localhost",
    DATABASE_URL: pooler.url,
    DATABASE_PREPARE: prepare,
  });
  const scripts = Object.keys(COMMANDS) as Script[];

  it.each(scripts)("npm run %s works with DATABASE_PREPARE=off, twice in a row", async (script) => {
    for (let times = 0; times < 2; times++) {
      const ending = await runScript(script, COMMANDS[script](code), settings("off"));
      // There is no such enrolment; the doctor finds faults in a sandbox's database.
      if (script === "enrolments") expect(ending.said).toContain("ENR-NONE");
      else if (script === "doctor") expect(ending.rows.length).toBeGreaterThan(10);
      else expect(ending, ending.said).toMatchObject({ code: 0, said: "" });
    }
  });

  it.each(scripts)("npm run %s with DATABASE_PREPARE=on is refused with the cure", async (script) => {
    const ending = await runScript(script, COMMANDS[script](code), settings("on"));
    expect(ending.code).toBe(1);
    expect(`${ending.said}${JSON.stringify(ending.rows)}`).toMatch(
      /DATABASE_PREPARE: is on, .*set it to off/,
    );
  });

  it("the demo's preparation works too, twice in a row", async () => {
    const env = { DATABASE_URL: pooler.url, DATABASE_PREPARE: "off" };
    for (let times = 0; times < 2; times++) {
      const printed = execFileSync(process.execPath, ["--import", "tsx", "tools/dev/prepare-database.ts"], {
        env: { ...process.env, ...env },
      });
      expect(JSON.parse(String(printed))).toMatchObject({ api_key: expect.stringMatching(/^pc_test_/) });
    }
  });

  it("the worker works with off, and is refused with on", async () => {
    const command = [compiled("worker")];
    const works = start(command, {
      ...settings("off"),
      LOG_LEVEL: "warn",
      JOBS_SECRET: SECRETS.GATEWAY_SECRET,
    });
    await until("it looks for work", () => works.output().includes("Looking for background work"));
    await works.stop();
    expect(works.child.exitCode).toBe(0);
    const refused = start(command, { ...settings("on"), LOG_LEVEL: "warn" });
    await until("it has ended", () => refused.child.exitCode !== null);
    // A start's refusal is a block of lines that end where a terminal does.
    const said = refused.output().replace(/\s+/g, " ");
    expect(said).toMatch(/DATABASE_PREPARE: is on, .*set it to off/);
  });

  it("a setting that is neither is refused", async () => {
    const { said } = await runCommand("providers", ["list"], { DATABASE_URL: url, DATABASE_PREPARE: "no" });
    expect(said).toMatch(/^DATABASE_PREPARE is "no"\. Set it to on, or to off/);
  });

  it("production refuses an unencrypted line to another machine, as a start does", async () => {
    const open = "postgres://user:secret@db.example/name";
    for (const name of ["DATABASE_URL", "DIRECT_DATABASE_URL"]) {
      const { said } = await runCommand("providers", ["list"], {
        DATABASE_URL: url,
        ENVIRONMENT: "production",
        [name]: open,
      });
      expect(said).toMatch(new RegExp(`^${name}: names another machine and does not demand TLS`));
      expect(said).not.toContain("secret@");
    }
  });
});
