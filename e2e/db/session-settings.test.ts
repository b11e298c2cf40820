import postgres from "postgres";
import { expect, inject, it, onTestFinished } from "vitest";
import { openDatabase } from "../../lib/db/client";
import { tick } from "../../lib/jobs/tick";
import { checkSessions, checkSettings } from "../../packages/postgres-guard/index";
import { migrateDatabase } from "../../tools/migrator";
import { Api, expectProblem } from "../support/api";
import { confirmBody, payNowBody, planBody } from "../support/bodies";
import { runCommand } from "../support/commands";
import { makeEmptyDatabase } from "../support/database";
import { settingsOver } from "../support/fresh";
import { serveHere } from "../support/here";
import { makeProvider } from "../support/provider";

/** Each changes how a value is read or written, where names are looked for, or how transactions see each other. */
const ODD = {
  TimeZone: "Asia/Kathmandu",
  DateStyle: "SQL, DMY",
  IntervalStyle: "sql_standard",
  bytea_output: "escape",
  search_path: "other",
  default_transaction_isolation: "serializable",
  standard_conforming_strings: "off",
  extra_float_digits: "-15",
  client_encoding: "LATIN1",
  array_nulls: "off",
  lc_messages: "C",
  lc_numeric: "C",
  // A session's first statement sets its own: a slow machine needs more than an instant for that.
  statement_timeout: "2s",
  idle_in_transaction_session_timeout: "2s",
};

const POLLED = { timeout: 120_000 };

/** A database whose sessions begin with these, an operator's connection to it, and how to set more. */
async function databaseWith(settings: Record<string, string>) {
  const url = await makeEmptyDatabase(inject("cluster"));
  const name = new URL(url).pathname.slice(1);
  const operator = postgres(inject("cluster"), { max: 1, onnotice: () => {} });
  onTestFinished(() => operator.end());
  const set = async (changes: Record<string, string>) => {
    for (const [setting, value] of Object.entries(changes))
      await operator.unsafe(
        `alter database ${name} set ${setting} = ${setting === "search_path" ? value : `'${value}'`}`,
      );
  };
  await set(settings);
  return { url, name, set, operator };
}

/** Both flows, a webhook endpoint, lists, background work and commands. */
async function everything(url: string, prepare: "on" | "off") {
  const settings = { ...settingsOver(url), DATABASE_PREPARE: prepare };
  await checkSessions({ url, prepare: prepare === "on" });
  const here = await serveHere(settings);
  onTestFinished(() => here.stop());
  await checkSettings(here.deps.db);
  const [idle] = await here.deps.db.execute("show idle_in_transaction_session_timeout");
  expect(idle).toEqual({ idle_in_transaction_session_timeout: "1min" });
  const provider = await makeProvider({}, here.deps.db);
  const client = new Api(here.url, provider.key);
  const statuses: number[] = [];
  const told = async (answer: ReturnType<Api["get"]>) => {
    const { status, body, text } = await answer;
    if (status >= 400) throw new Error(`${status}: ${text}`);
    statuses.push(status);
    return body;
  };
  await told(client.get("/readyz"));
  await told(client.post("/v1/webhook-endpoints", { url: "https://receiver.example/a\\b" }));
  await told(client.createOnce("paid", payNowBody(provider)));
  const student = { first_name: "Zoë \\ O'Brien", last_name: "Nguyễn", email: "zoe@example.com" };
  const created = await told(client.createOnce("plan", planBody(provider, { student })));
  const id = created.checkout.checkout_id;
  const from = Date.now();
  await told(client.authorise(id));
  await told(client.confirm(id, confirmBody(created)));
  const { student: read, timeline } = await told(client.status(id));
  expect(read).toMatchObject(student);
  expect(Math.abs(new Date(timeline.at(-1).at).getTime() - from)).toBeLessThan(600_000);
  await told(client.get("/v1/provider-checkouts"));
  await told(client.get("/v1/events"));
  await tick(here.deps);
  for (const [script, ...args] of [
    ["keys", "list", "--provider", provider.code],
    ["jobs", "alerts"],
    ["check:integrity"],
  ] as const)
    expect(await runCommand(script, args, settings), script).toMatchObject({ code: 0 });
  return here;
}

it.each(["on", "off"] as const)(
  "whatever the database sets, all works with DATABASE_PREPARE=%s",
  async (prepare) => {
    const patient = { statement_timeout: "60s", idle_in_transaction_session_timeout: "60s" };
    const { url } = await databaseWith({ ...ODD, ...patient });
    await migrateDatabase(url);
    await everything(url, prepare);
  },
);

it.each(["on", "off"] as const)(
  "a server whose database is given other settings while it runs goes on with DATABASE_PREPARE=%s",
  async (prepare) => {
    const { url, name, set, operator } = await databaseWith({});
    await migrateDatabase(url);
    const here = await everything(url, prepare);
    const provider = await makeProvider({}, here.deps.db);
    const client = new Api(here.url, provider.key);
    await set(ODD);
    await operator`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    // The first may meet a connection that was ended.
    await expect.poll(async () => (await client.create(planBody(provider))).status, POLLED).toBe(201);
    expect((await client.get("/v1/provider-checkouts")).status).toBe(200);
    const [has] = await here.deps.db.execute("select current_setting('statement_timeout') as timeout");
    expect(has).not.toEqual({ timeout: ODD.statement_timeout });
  },
);

it("a session that has other settings is named with what it has, what it must have and what to do", async () => {
  const { url } = await databaseWith({ DateStyle: "SQL, DMY", bytea_output: "escape" });
  // Nothing is set for the session, as where a pooler takes it away.
  const { db, close } = openDatabase({ url, poolSize: 1, prepare: false, name: "test" });
  onTestFinished(close);
  const said = await checkSettings(db).catch((error) => String(error));
  expect(said).toContain("DateStyle is 'SQL, DMY' and must be 'ISO, MDY'");
  expect(said).toContain("bytea_output is 'escape' and must be 'hex'");
  expect(said).toContain("ALTER ROLE");
});

it("a database that an operator made read-only is a 503, and writes again once it may", async () => {
  const { url, name, set, operator } = await databaseWith({});
  await migrateDatabase(url);
  const here = await everything(url, "on");
  const provider = await makeProvider({}, here.deps.db);
  const client = new Api(here.url, provider.key);
  const restart = () =>
    operator`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
  await set({ default_transaction_read_only: "on" });
  await restart();
  expectProblem(await client.create(planBody(provider)), 503, "service_unavailable");
  const readiness = async () => (await client.get("/readyz")).body;
  await expect.poll(async () => (await readiness()).status, POLLED).toBe("degraded");
  expect((await readiness()).checks).toMatchObject({ database: "fail", migrations: "pass" });
  await set({ default_transaction_read_only: "off" });
  await expect.poll(async () => (await client.create(planBody(provider))).status, POLLED).toBe(201);
});
