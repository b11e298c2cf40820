import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { agreement } from "../../drizzle/schema";
import { STUDENT, TYPEFACES, typefacesIn } from "../hosting/written-names";
import { jobsPlace } from "../jobs/place";
import { confirmBody } from "../support/bodies";
import { makeEmptyDatabase } from "../support/database";
import { settingsOver } from "../support/fresh";
import { until } from "../support/poll";
import { authorisedPlan } from "../support/scenes";
import { BUILT, freePort, settingsOf, start, untilAnswers } from "../support/stack";

const run = promisify(execFile);
const top = mkdtempSync(join(tmpdir(), "provider-checkout-moved-"));
const folder = join(top, "another folder");
/** Where whoever calls it is. */
const elsewhere = mkdtempSync(join(top, "elsewhere-"));
const command = (name: string) => join(folder, ".next-test/commands", `${name}.mjs`);
const { INIT_CWD: _, VITEST: __, BASE_URL: ___, ...inherited } = process.env;
let settings: Record<string, string>;

/** A command's output, started by its file from another folder. */
const called = async (name: string, ...args: string[]) =>
  (
    await run(process.execPath, [command(name), ...args], {
      cwd: elsewhere,
      env: { ...inherited, ...settings },
    })
  ).stdout;

beforeAll(async () => {
  cpSync(BUILT, folder, { recursive: true, verbatimSymlinks: true });
  const url = await makeEmptyDatabase(inject("cluster"));
  settings = settingsOf(url, `1:${Buffer.alloc(32, 7).toString("base64")}`, "x".repeat(43));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

describe("what npm run build leaves, moved to another folder", () => {
  it("holds no sources, no settings of the machine and nothing that only builds need", () => {
    for (const name of ["typescript", "tsx", "esbuild", "vitest", "tailwindcss", "patch-package"])
      expect(existsSync(join(folder, "node_modules", name)), name).toBe(false);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const own = files.filter((file) => !/node_modules|^(docs\/examples|public|\.next-test)\//.test(file));
    expect(own.filter((file) => /\.tsx?$|(^|\/)\.env|^(tools|e2e)\//.test(file))).toEqual([]);
    expect(own).toContain("drizzle/migrations/meta/_journal.json");
  });

  it("has each command under the name that npm knows it by in a checkout, and the patched driver", async () => {
    const scripts = (file: string) =>
      JSON.parse(readFileSync(file, "utf8")).scripts as Record<string, string>;
    const own = scripts(join(folder, "package.json"));
    for (const name of ["start", "worker", "db:migrate", "providers", "keys:app", "doctor"])
      expect(Object.keys(scripts("package.json"))).toContain(name);
    const others = ["start", "worker", "db:migrate", "secrets"];
    const names = Object.keys(own).filter((name) => !others.includes(name));
    const printed = names.map(async (name) => {
      const [, file = "", ...args] = own[name]?.split(" ") ?? [];
      const started = [join(folder, file), ...args, "--help"];
      return (await run(process.execPath, started, { cwd: elsewhere, env: inherited })).stdout;
    });
    for (const [index, text] of (await Promise.all(printed)).entries())
      expect(text).toContain(`npm run ${names[index]} --`);
    const driver = "node_modules/postgres/src/connection.js";
    expect(readFileSync(join(folder, driver))).toEqual(readFileSync(driver));
  });

  it("migrates, makes a provider with a key, and reads files from where it is called", async () => {
    expect(await called("migrate")).toContain("up to date");
    writeFileSync(join(elsewhere, "terms.txt"), "The terms.");
    const owner = ["--code", "north", "--name", "North", "--email", "office@example.com"];
    await called("command", "providers", "create", ...owner, "--terms", "terms.txt", "--terms-version", "1");
    expect(await called("command", "keys", "issue", "--provider", "north")).toContain("pc_test_");
    const env = { ...inherited, ...settings };
    const npm = await run("npm", ["run", "--silent", "jobs", "--", "tick"], { cwd: folder, env });
    expect(JSON.parse(npm.stdout)).toBeTypeOf("object");
  });

  it("serves pages, documentation, files and the API by npm start", async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const own = { ...settings, PORT: String(port), BASE_URL: url, WORKERS: "2" };
    const server = start([join(folder, "server/start.mjs")], own, elsewhere);
    onTestFinished(() => server.stop("SIGKILL"));
    await untilAnswers(`${url}/livez`, server, "Serving at");
    for (const path of ["/p/north", "/docs/go-live", "/capture/v1.js", "/openapi.json", "/readyz"])
      expect((await fetch(url + path)).status, path).toBe(200);
    const script = /\/_next\/static\/[^"]+\.js/.exec(await (await fetch(`${url}/p/north`)).text())?.[0];
    expect((await fetch(url + script)).status).toBe(200);
    await server.stop();
    expect(server.child.exitCode, server.output()).toBe(0);
  });

  it.for(["worker", "jobs"])(
    "makes an agreement that was left to the background: %s",
    async (name, context) => {
      const { databaseUrl, deps, db, client, provider } = await jobsPlace(context);
      deps.agreements = { ...deps.agreements, render: async () => null };
      const { id, answer } = await authorisedPlan(client, provider, { student: STUDENT });
      const signed = await client.confirmAsItIs(id, confirmBody(answer.body));
      expect(signed.body.agreement.status, signed.text).toBe("being_made");

      const own = settingsOver(databaseUrl);
      const work = start(
        name === "jobs" ? [command("command"), "jobs", "tick"] : [command(name)],
        own,
        elsewhere,
      );
      onTestFinished(() => work.stop("SIGKILL"));
      const made = async () => (await db.select({ pdf: agreement.pdf }).from(agreement))[0]?.pdf;
      await until("the agreement is made", async () => (await made()) || work.child.exitCode !== null);
      const pdf = await made();
      expect(pdf && typefacesIn(pdf), work.output()).toEqual(TYPEFACES);
    },
  );
});
