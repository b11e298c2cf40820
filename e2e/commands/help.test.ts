import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readJson, root } from "../../server/program/checkout.mjs";

// npm has help of its own, and a folder at home.
const scripts = Object.entries<string>(readJson(join(root, "package.json")).scripts).filter(
  ([, command]) => !command.startsWith("npm "),
);

/** In an empty folder as home, with a database that is not there: whoever does more than print fails. */
const printed = (name: string, command: string) =>
  new Promise<{ code: number; out: string }>((resolve) => {
    const home = mkdtempSync(join(tmpdir(), "help-"));
    onTestFinished(() => {
      expect(readdirSync(home)).toEqual([]);
      rmSync(home, { recursive: true });
    });
    const [program = "", ...args] = command.split(" ");
    const file = program === "node" ? process.execPath : join(root, "node_modules/.bin", program);
    const env = {
      ...{ PATH: process.env.PATH, HOME: home, NODE_ENV: "production" as const },
      ...{ DATABASE_URL: "postgres://127.0.0.1:9/none", npm_lifecycle_event: name },
    };
    execFile(file, [...args, "--help"], { env, cwd: root }, (error, out) =>
      resolve({ code: error ? Number(error.code) : 0, out }),
    );
  });

it.each(scripts)("npm run %s -- --help says how it is used, and does nothing else", async (name, command) => {
  const { code, out } = await printed(name, command);
  expect(code).toBe(0);
  // Two are programs of others.
  if (/^(drizzle-kit|patch-package) /.test(`${command} `)) return expect(out).toMatch(/usage/i);
  expect(out).toContain(`npm run ${name}`);
  expect(out).toMatch(/\n\nSettings: .+\.\n$/);
  expect(out.split("\n\n").length).toBeGreaterThanOrEqual(3);
});
