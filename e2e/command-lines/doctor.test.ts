import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { sql } from "drizzle-orm";
import { describe, expect, it, type TestContext } from "vitest";
import { sealedProbe } from "../../drizzle/schema";
import { reconcile } from "../../lib/jobs/reconcile";
import { jobsPlace } from "../jobs/place";
import { runCommand, runScript } from "../support/commands";
import { settingsOver } from "../support/fresh";
import { freePort } from "../support/stack";

type Row = Record<string, unknown>;

async function place(context: TestContext) {
  const at = await jobsPlace(context);
  const settings = { ...settingsOver(at.databaseUrl), LOG_LEVEL: "silent" };
  return {
    ...at,
    settings,
    async doctor(changes: Record<string, string> = {}) {
      const { code, rows, said } = await runCommand("doctor", [], { ...settings, ...changes });
      expect(said).toMatch(/^(Failed: .+\.\n)?$/);
      const of = (check: string) => rows.filter((row) => row.check === check);
      return { code, rows, of };
    },
  };
}

const results = (rows: Row[]) => rows.map(({ result }) => result);

describe("npm run doctor", () => {
  it("tells of each thing that the service stands on, changes nothing, and ends with 0 in a sandbox", async (context) => {
    const { settings, db, deps } = await place(context);
    await reconcile(deps, new Date());
    const { code, rows, said } = await runScript("doctor", [], settings);
    expect({ code, said, failed: rows.filter(({ result }) => result === "fail") }).toEqual({
      code: 0,
      said: "",
      failed: [],
    });
    const found = Object.fromEntries(rows.map(({ check, result }) => [check, result]));
    expect(found).toMatchObject({
      settings: "pass",
      pooler: "pass",
      database: "pass",
      migrations: "pass",
      keys: "pass",
      role: "pass",
      // The tests' own server gives up durability, and a sandbox is only warned.
      disk: "warn",
      synchronous_standby: "warn",
      connections: "pass",
      "gateway sandbox": "pass",
    });
    for (const row of rows)
      expect(typeof row.remedy, String(row.check)).toBe(row.result === "pass" ? "undefined" : "string");
    expect(await db.select().from(sealedProbe), "a start alone writes probes").toEqual([]);
  });

  it("fails in production what a sandbox is warned of", async (context) => {
    const { doctor } = await place(context);
    const secret = () => randomBytes(32).toString("base64url");
    const { code, of } = await doctor({
      ENVIRONMENT: "production",
      BASE_URL: "https://pay.example.edu",
      APP_KEYS: `1:${randomBytes(32).toString("base64")}`,
      JOBS_SECRET: secret(),
      GATEWAY_URL: `http://127.0.0.1:${await freePort()}`,
      GATEWAY_SECRET: secret(),
      GATEWAY_PUBLISHABLE_KEY: "pk_live_providerCheckout",
      WEBHOOK_ALLOW_LOOPBACK: "off",
    });
    expect(code).toBe(1);
    for (const check of ["disk", "synchronous_standby"]) expect(results(of(check)), check).toEqual(["fail"]);
    expect(results(of("settings"))).toEqual(["pass"]);
  });

  it("names settings with faults, and no value of them", async (context) => {
    const { doctor } = await place(context);
    const { code, rows } = await doctor({ APP_KEYS: "1:not-a-key", TICK_SECONDS: "soon" });
    expect(code).toBe(1);
    expect(rows).toMatchObject([
      { check: "settings", result: "fail", found: expect.stringMatching(/APP_KEYS.+TICK_SECONDS/) },
    ]);
    expect(JSON.stringify(rows)).not.toContain("not-a-key");
  });

  it("looks at each host, and goes on with the one that can be written to", async (context) => {
    const { doctor, databaseUrl } = await place(context);
    const { port } = new URL(databaseUrl);
    const dead = await freePort();
    const url = databaseUrl.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${dead},127.0.0.1:${port}`);
    const { code, of } = await doctor({ DATABASE_URL: url });
    expect(of("database")).toMatchObject([
      { result: "warn", found: expect.stringContaining(`127.0.0.1:${dead} does not answer`) },
      { result: "pass", found: `127.0.0.1:${port} is a primary` },
    ]);
    expect(code).toBe(0);
    const none = await doctor({ DATABASE_URL: databaseUrl.replace(port, String(dead)) });
    expect([none.code, results(none.of("database")), results(none.of("primary"))]).toEqual([
      1,
      ["fail"],
      ["fail"],
    ]);
  });

  it("finds keys that do not fit, a database that is not up to date, and a gateway that does not answer", async (context) => {
    const { doctor, db } = await place(context);
    await db.insert(sealedProbe).values({ keyVersion: 1, sealed: Buffer.alloc(40, 1) });
    const url = `http://127.0.0.1:${await freePort()}`;
    const wrong = await doctor({ GATEWAY_URL: url, GATEWAY_ID: "away", GATEWAY_SECRET: "x".repeat(20) });
    expect(wrong.code).toBe(1);
    expect([...wrong.of("keys"), ...wrong.of("gateway away")]).toMatchObject([
      { result: "fail" },
      { result: "fail" },
    ]);
    await db.execute(sql`update drizzle.__drizzle_migrations set created_at = 1`);
    expect((await doctor()).of("migrations")).toMatchObject([
      { result: "fail", remedy: expect.stringContaining("db:migrate") },
    ]);
  });

  it("finds a mail server that does not answer, and one that does", async (context) => {
    const { doctor } = await place(context);
    const MAIL_FROM = "office@college.example";
    const dead = await doctor({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, MAIL_FROM });
    expect(dead.of("mail")).toMatchObject([{ result: "fail" }]);
    const { port, close } = await mailServer();
    context.onTestFinished(close);
    const alive = await doctor({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM });
    expect(alive.of("mail")).toMatchObject([{ result: "pass" }]);
  });

  it("says that storage below PostgreSQL is managed", async (context) => {
    const { doctor } = await place(context);
    const { of } = await doctor({ DATABASE_DURABILITY: "managed" });
    expect(of("synchronous_standby")).toMatchObject([{ result: "pass" }]);
  });
});

/** Greets, and lets anybody in. */
async function mailServer() {
  const server: Server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 mail\r\n");
    socket.on("data", (line) => socket.write(/^quit/i.test(String(line)) ? "221 bye\r\n" : "250 ok\r\n"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return { port, close: () => void server.close() };
}
