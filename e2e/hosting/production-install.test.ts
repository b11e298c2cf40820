import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { root } from "../../server/program/checkout.mjs";
import { makeEmptyDatabase } from "../support/database";
import { freePort, settingsOf, start, untilAnswers } from "../support/stack";

const run = promisify(execFile);
const HANGS_MS = 900_000;
const folder = mkdtempSync(join(tmpdir(), "provider-checkout-production-"));
const packages = () => readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8");
let settings: Record<string, string>;

/** A checkout with the build that somebody made elsewhere, and what `npm ci --omit=dev` puts into it. */
beforeAll(async () => {
  const { stdout } = await run("git", ["ls-files", "-z"], { cwd: root, maxBuffer: 1e8 });
  for (const file of stdout.split("\0").filter(Boolean)) cpSync(join(root, file), join(folder, file));
  cpSync(join(root, ".next-test"), join(folder, ".next-test"), { recursive: true, verbatimSymlinks: true });
  const args = ["ci", "--omit=dev", "--no-audit", "--no-fund", "--prefer-offline"];
  await run("npm", args, { cwd: folder, maxBuffer: 1e8 });
  const url = await makeEmptyDatabase(inject("cluster"));
  settings = settingsOf(url, `1:${Buffer.alloc(32, 7).toString("base64")}`, "x".repeat(43));
}, HANGS_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("npm ci --omit=dev", () => {
  it("leaves out what only builds and tests need, and patches what it installs", () => {
    for (const name of ["tailwindcss", "typescript", "vitest", "@fontsource-variable/inter"])
      expect(existsSync(join(folder, "node_modules", name)), name).toBe(false);
    const driver = "node_modules/postgres/src/connection.js";
    expect(readFileSync(join(folder, driver))).toEqual(readFileSync(join(root, driver)));
  });

  it("suffices to migrate, to make a provider with a key, and to do background work", async () => {
    // The test runner has a BASE_URL of its own.
    const env = { ...process.env, ...settings, BASE_URL: "" };
    const npm = (...words: string[]) => run("npm", ["run", "--silent", ...words], { cwd: folder, env });
    expect((await npm("db:migrate")).stdout).toContain("up to date");
    const owner = ["--code", "north", "--name", "North", "--email", "office@example.com"];
    await npm("providers", "--", "create", ...owner);
    expect((await npm("keys", "--", "issue", "--provider", "north")).stdout).toContain("pc_test_");
    await npm("jobs", "--", "tick");
  });

  it("npm start serves with it, and installs nothing", async () => {
    const before = packages();
    const port = await freePort();
    const own = { ...settings, PORT: String(port) };
    const server = start([join(folder, "server/start.mjs")], own, folder);
    await untilAnswers(`http://127.0.0.1:${port}/docs`, server, "Serving at");
    await server.stop();
    expect(server.child.exitCode).toBe(0);
    expect(packages()).toBe(before);
  });
});
