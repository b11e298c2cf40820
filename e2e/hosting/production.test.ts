import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { makeDatabase, makeEmptyDatabase } from "../support/database";
import { until } from "../support/poll";
import { type PostgresProxy, startPostgresProxy } from "../support/postgres-proxy";
import { database, makeKey, makeProvider } from "../support/provider";
import {
  compiled,
  freePort,
  type RunningProcess,
  SERVER,
  settingsOf,
  start,
  startServer,
} from "../support/stack";

const secret = () => randomBytes(32).toString("base64url");
const appKeys = `1:${randomBytes(32).toString("base64")}`;

/** Settings that production starts with, once the database is there. */
const production = (databaseUrl: string) => ({
  ...settingsOf(databaseUrl, appKeys, secret()),
  ENVIRONMENT: "production",
  BASE_URL: "https://pay.example.edu",
  GATEWAY_URL: "http://127.0.0.1:9",
  GATEWAY_SECRET: secret(),
  GATEWAY_PUBLISHABLE_KEY: "pk_live_providerCheckout",
});

/** How a process ends by itself. */
async function endOf(command: string[], settings: Record<string, string>) {
  const child = start(command, { PORT: String(await freePort()), ...settings });
  const [code] = await once(child.child, "close");
  return { code, said: child.output() };
}

const ENTRIES = {
  "npm start": ["server/start.mjs"],
  "node server/serve.mjs": [SERVER],
  "npm run worker": [compiled("worker")],
};

describe("a production start", () => {
  it.each(Object.entries(ENTRIES))(
    "of %s is refused with all faults in one block, without a stack",
    async (_, command) => {
      const settings = production("postgres://u:the-password@database.test:1/x");
      const { code, said } = await endOf(command, {
        ...settings,
        BASE_URL: "http://pay.example.edu",
        JOBS_SECRET: "",
      });
      expect(code).toBe(78);
      const block = said.slice(said.indexOf("\n\n"));
      for (const name of ["BASE_URL", "JOBS_SECRET", "DATABASE_URL"])
        expect(block).toContain(`\n  - ${name}: `);
      expect(said).not.toMatch(/\n +at |the-password|node:internal|⨯/);
    },
  );

  it("that only lacks its database or migrations says so, and is ready once they are there", async () => {
    const proxy = await startPostgresProxy(await makeEmptyDatabase(inject("cluster")));
    onTestFinished(() => proxy.close());
    await proxy.cut();
    const server = await startServer("server", production(proxy.url));
    onTestFinished(() => server.stop());
    const checks = async () => (await (await fetch(`${server.url}/readyz`)).json()).checks;
    expect(await checks()).toMatchObject({ database: "fail", keys: "fail" });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect(server.output()).toContain("The keys are not checked yet");
    await proxy.restore();
    await until("migrations are missed", async () => (await checks()).migrations === "fail");
    await endOf([compiled("migrate")], production(proxy.url));
    await until("it is ready", async () => (await fetch(`${server.url}/readyz`)).ok);
  });

  it.each(Object.entries(ENTRIES))(
    "of %s on a port that is taken says so, and ends with 69",
    async (_, command) => {
      const here = createServer().listen(0);
      await once(here, "listening");
      onTestFinished(() => void here.close());
      const port = String((here.address() as { port: number }).port);
      const settings = production(await makeDatabase(inject("cluster")));
      const { code, said } = await endOf(command, { ...settings, PORT: port, METRICS_PORT: port });
      expect([code, said]).toEqual([69, expect.stringMatching(/PORT: another program uses \d+/)]);
      expect(said).not.toMatch(/\n +at |node:internal|⨯/);
    },
  );
});

it("what a production migration says, and why it fails, are lines of the log", async () => {
  const settings = production(await makeEmptyDatabase(inject("cluster")));
  const migrate = [compiled("migrate")];
  const done = await endOf(migrate, settings);
  const away = await endOf(migrate, { ...settings, DATABASE_URL: "postgres://127.0.0.1:9/none" });
  expect([done.code, away.code]).toEqual([0, 1]);
  const lines = ({ said }: typeof done) =>
    said
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  for (const line of [...lines(done), ...lines(away)])
    expect(line).toMatchObject({
      time: expect.any(Number),
      pid: expect.any(Number),
      host: expect.any(String),
    });
  expect(lines(done).at(-1)).toMatchObject({ level: 30, msg: "The database is up to date." });
  expect(lines(away).at(-1)).toMatchObject({ level: 50, msg: expect.stringContaining("cannot be reached") });
});

describe("a production server that is asked for lines of requests", () => {
  let databaseUrl: string;
  let proxy: PostgresProxy;
  let server: RunningProcess;
  beforeAll(async () => {
    databaseUrl = await makeDatabase(inject("cluster"));
    proxy = await startPostgresProxy(databaseUrl);
    server = await startServer("server", { ...production(proxy.url), LOG_LEVEL: "info", ACCESS_LOG: "on" });
  });
  afterAll(async () => {
    await server?.stop();
    await proxy?.close();
  });

  type Line = Record<string, unknown>;
  const lines = () =>
    server
      .output()
      .split("\n")
      .filter(Boolean)
      .map((line): Line => JSON.parse(line));

  it("writes one for each, by route, and everything that it writes is JSON with time, pid and host", async () => {
    const { id } = await makeProvider({}, database(databaseUrl));
    const key = await makeKey(id, { environment: "production" }, database(databaseUrl));
    const headers = { Authorization: `Bearer ${key}` };
    const known = await fetch(`${server.url}/v1/provider-checkouts?student=amelia`, { headers });
    const { byteLength: bytes } = await known.arrayBuffer();
    for (const path of [
      "/v1/provider-checkouts?email=amelia@example.com",
      "/v1/nothing-private",
      "/e/private",
      "/docs",
      "/livez",
    ])
      await (await fetch(server.url + path, { headers: { Accept: "text/html" } })).arrayBuffer();
    await proxy.cut();
    await (await fetch(`${server.url}/p/private`)).arrayBuffer();
    const found = () => lines().filter(({ event }) => event === "request");
    await until("all are told", () => found().length >= 6);
    await server.stop();
    for (const line of lines())
      expect(line).toMatchObject({
        time: expect.any(Number),
        level: expect.any(Number),
        pid: server.child.pid,
        host: expect.any(String),
      });
    expect(server.output()).not.toMatch(/private|amelia|pc_live_/);
    expect(found()).toContainEqual(
      expect.objectContaining({
        status: 422,
        bytes,
        request_id: known.headers.get("request-id"),
        key_id: expect.stringMatching(/^key_/),
        provider_id: id,
      }),
    );
    const told = found().map(({ method, route, status }) => [method, route, status]);
    expect(told).toContainEqual(["GET", "/v1/provider-checkouts", 401]);
    expect(told).toContainEqual(["GET", "none", 404]);
    expect(told).toContainEqual(["GET", "/e/{secret}", 404]);
    expect(told).toContainEqual(["GET", "/docs", 200]);
    expect(told.some(([, route]) => route === "/livez")).toBe(false);
    for (const line of found())
      expect(line).toMatchObject({
        duration_ms: expect.any(Number),
        bytes: expect.any(Number),
        network: expect.stringMatching(/\/(24|64)$/),
      });
  });
});

describe.each(["server", "next"] as const)("what a sandbox keeps, by the %s entry point", (door) => {
  it("opens with its password only once others reach it", async () => {
    const settings = {
      ...settingsOf(await makeDatabase(inject("cluster")), appKeys, secret()),
      MAIL_KEEP: "on",
      HOST: "0.0.0.0",
    };
    const ask = async (server: RunningProcess, password?: string) => {
      const headers = { Authorization: `Basic ${Buffer.from(`any:${password}`).toString("base64")}` };
      const answer = await fetch(`${server.url}/sandbox/mail`, password ? { headers } : {});
      return [answer.status, answer.headers.get("www-authenticate")?.slice(0, 5) ?? null];
    };
    const closed = await startServer(door, settings);
    onTestFinished(() => closed.stop());
    expect(await ask(closed)).toEqual([403, null]);
    const open = await startServer(door, { ...settings, SANDBOX_PASSWORD: "a-password-of-the-demo" });
    onTestFinished(() => open.stop());
    expect(await ask(open)).toEqual([401, "Basic"]);
    expect(await ask(open, "another-password")).toEqual([401, "Basic"]);
    expect(await ask(open, "a-password-of-the-demo")).toEqual([200, null]);
  });
});
