/** The way from a clone to a serving demo: packages, database, data, pages, server. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createSupervisor } from "../../server/processes/supervisor.mjs";
import { workersOf } from "../../server/processes/workers.mjs";
import { root, writePrivateJson } from "../../server/program/checkout.mjs";
import { isFree, parsePort, wordsOfPort } from "../../server/program/port.mjs";
import { Problem } from "../../server/program/problem.mjs";
import { ensureBuilt } from "../build/build.mjs";
import { ensureInstalled } from "../shared/install.mjs";
import { holdLock } from "../shared/lock.mjs";
import { runNode, tail } from "../shared/run.mjs";
import { openDatabase } from "./database.mjs";
import { demoFile, demoSettings, knownDemo } from "./demo-settings.mjs";
import { greeting } from "./greeting.mjs";
import { ensureSandboxPassword } from "./secrets.mjs";

const CLOSE_MS = 20_000;

/**
 * Serves in a process that ends with this one, so that killing this leaves nothing behind but the database server,
 * which the next start joins.
 * @param {{ dev: boolean, command: string }} options `command`: what a person types to get here
 * @param {import("../../server/program/log.mjs").Log} log
 * @param {import("../../server/program/shutdown.mjs").Shutdown} shutdown
 */
export async function startDemo({ dev, command }, log, shutdown) {
  const settings = join(root, ".env");
  if (existsSync(settings)) process.loadEnvFile(settings);
  const port = parsePort(process.env.PORT);
  const known = knownDemo();
  if (!(await isFree(port))) throw await busyPort(port, command, known?.api_key);

  await ensureInstalled(log);
  const how = { NODE_ENV: dev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" };
  Object.assign(process.env, demoSettings(port), how);
  if (isPublic()) process.env.SANDBOX_PASSWORD = ensureSandboxPassword();
  process.env.DATABASE_URL = await openDatabase(log, shutdown);

  const seeded = await log.step(
    "Preparing the database",
    () => prepareDatabase(process.env.DEMO_API_KEY || known?.api_key),
    "Database prepared: demo provider and courses are in place",
  );
  if (!dev && !(await ensureBuilt({ distDir: ".next", log }))) log.line("✓ Pages are up to date");

  // One server, because a laptop has other things to do.
  const servers = createSupervisor(log, workersOf(process.env.WORKERS || "1"));
  const start = async () => (dev ? serveHere(port) : servers.start().then(() => servers));
  const server = await log.step("Starting the server", start, "Server started");
  shutdown.before(() => Promise.race([server.close(), pause(CLOSE_MS)]));
  const demo = { base_url: process.env.BASE_URL ?? `http://localhost:${port}`, ...seeded };
  // The file is the first one's while several of this folder run: only their addresses differ.
  const isFirst = await holdLock("demo");
  if (isFirst) writePrivateJson(demoFile, demo);
  shutdown.serving();
  log.line(greeting(demo));
  if (!isFirst)
    log.line(
      `\nAnother demo of this folder is running, at ${knownDemo()?.base_url}, on the same data. .data/demo.json stays as it is: its address is that one's.`,
    );
}

/** D-193: whether others may reach the demo, as server/pages/sandbox-guard.ts sees it too. */
function isPublic() {
  const here = /^(localhost|127\.0\.0\.1|\[?::1\]?)$/;
  const { HOST = "", BASE_URL = "" } = process.env;
  return !here.test(HOST) || !here.test(URL.canParse(BASE_URL) ? new URL(BASE_URL).hostname : "");
}

/**
 * Migrates and seeds, in a process of its own: that code is TypeScript, and nothing of it stays in the server.
 * @param {string} [key] the key of the last start, which is kept while it is valid
 * @returns {Promise<{ provider_code: string, api_key: string }>}
 */
async function prepareDatabase(key) {
  const command = ["--import", "tsx", "tools/dev/prepare-database.ts"];
  const { code, output, stdout } = await runNode(command, { DEMO_API_KEY: key ?? "" });
  if (code !== 0)
    throw new Problem(`${tail(output)}\n\nThe database could not be prepared; the reason is above.`);
  return JSON.parse(tail(stdout, 1));
}

/**
 * For development the server is part of this process: Next begins others as it needs them.
 * @param {number} port
 */
async function serveHere(port) {
  const { serve } = await import("../../server/serve.mjs");
  return serve({ port, hostname: process.env.HOST, dev: true });
}

/**
 * Only the demo of this checkout knows its key, so an answer to the key shows who has the port.
 * @param {number} port
 * @param {string} command
 * @param {string} [key]
 */
export async function busyPort(port, command, key) {
  let free = port + 1;
  while (!(await isFree(free))) free += 1;
  const address = `http://localhost:${port}`;
  const asked = { headers: { authorization: `Bearer ${key}` }, signal: AbortSignal.timeout(2_000) };
  const isThis =
    key &&
    (await fetch(`${address}/v1/environment`, asked)
      // A server for a single page answers 200 at any address.
      .then(async (answer) => answer.ok && "ready_for_api_calls" in (await answer.json()))
      .catch(() => false));
  const occupant = isThis ? `\nIt is this demo: it is already running at ${address}.` : "";
  const taken = wordsOfPort("EADDRINUSE", port);
  return new Problem(`${taken}\nThis one is free: PORT=${free} ${command}${occupant}`);
}

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
