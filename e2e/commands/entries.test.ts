import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { enrolment } from "../../drizzle/schema";
import { newId } from "../../lib/domain/ids";
import { newCode, runScript, type Script } from "../support/commands";
import { makeDatabase } from "../support/database";
import { database, makeCourse, makeProvider } from "../support/provider";
import { compiled, settingsOf, start } from "../support/stack";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

/**
 * Of each script one command that does its work. What all of them do is e2e/command-lines' subject, which also runs the
 * doctor as a process.
 */
const ENTRIES: Record<Exclude<Script, "doctor">, (code: string) => string[]> = {
  providers: () => ["create", "--code", newCode(), "--name", "Swan", "--key"],
  enrolments: (code) => ["end-links", "--provider", code, "--reference", "ENR-1"],
  courses: (code) => ["add", "--provider", code, "--name", "A", "--price", "10"],
  keys: (code) => ["issue", "--provider", code],
  gateways: (code) => ["add", "--provider", code, "--kind", "sandbox", ...PUBLISHABLE],
  jobs: () => ["tick"],
  audit: () => ["verify"],
  staff: (code) => ["invite", "--email", "robin@swan.example", "--provider", code, "--role", "viewer"],
  "keys:app": () => ["versions"],
  "check:integrity": () => [],
};
const PUBLISHABLE = ["--publishable-key", "pk_test_12345678"];
/** On standard input, for the command that reads one. */
const SECRET = "a-secret-of-the-processor\n";
const SETTINGS = {
  APP_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}`,
  LOG_LEVEL: "silent",
  BASE_URL: "http://localhost",
};

describe.each(Object.keys(ENTRIES) as (keyof typeof ENTRIES)[])("npm run %s", (script) => {
  it("prints what it made as lines of JSON, and ends well", async () => {
    expect(scripts[script]).toBe(`node --import tsx tools/command.ts ${script}`);
    const databaseUrl = await makeDatabase(inject("cluster"));
    const db = database(databaseUrl);
    const college = await makeProvider({}, db);
    const { id: courseId } = await makeCourse(college, {}, db);
    const [at, ids] = [new Date(), { providerId: college.id, id: newId("enr"), courseId }];
    await db
      .insert(enrolment)
      .values({ ...ids, linkKeyVersion: 1, providerOrderId: "ENR-1", createdAt: at, updatedAt: at });
    const settings = { ...SETTINGS, DATABASE_URL: databaseUrl };
    const ending = await runScript(script, ENTRIES[script](college.code), settings, SECRET);
    expect(ending).toMatchObject({ code: 0, said: "" });
    expect(ending.rows.length).toBeGreaterThan(script === "check:integrity" ? 10 : 0);
  });
});

it("what a command prints is no line of the log in production either", async () => {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const { code } = await makeProvider({}, database(databaseUrl));
  const settings = { ENVIRONMENT: "production", DATABASE_URL: databaseUrl };
  const listed = await runScript("providers", ["list"], settings);
  expect(listed).toMatchObject({ code: 0, said: "", rows: [{ provider_code: code }] });
});

it("a command line with a fault tells it where errors go, prints nothing and ends with 1", async () => {
  expect(await runScript("providers", ["delete"])).toEqual({
    code: 1,
    rows: [],
    said: expect.stringMatching(/^There is no command "delete"\. .*\n.*npm run providers -- create/),
  });
});

it("npm run secrets prints three lines for an environment file, and nothing else", async () => {
  expect(scripts.secrets).toBe("node --import tsx tools/secrets.ts");
  const run = promisify(execFile);
  const { stdout, stderr } = await run(process.execPath, [compiled("secrets")]);
  expect(stdout).toMatch(/^APP_KEYS=1:\S{44}\nJOBS_SECRET=\S{43}\nGATEWAY_SECRET=\S{43}\n$/);
  expect(stderr).toBe("");
});

it("the server starts under another name of its folder too, as releases have one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "releases-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(process.cwd(), join(folder, "current"), "junction");
  const settings = { ...settingsOf("", "", ""), PORT: "3000" };
  const server = start([join(folder, "current", "server/serve.mjs")], settings);
  const [code] = await once(server.child, "close");
  expect({ code, said: server.output() }).toMatchObject({
    code: 78,
    said: expect.stringContaining("DATABASE_URL"),
  });
});
