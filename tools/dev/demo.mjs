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
import { runNode, tail } from "../shared/run.mjs";
import { openDatabase } from "./database.mjs";
import { demoFile, demoSettings, knownDemo } from "./demo-settings.mjs";
import { greeting } from "./greeting.mjs";
import { startStandIn } from "./stand-in.mjs";

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
  if (!(await isFree(port))) throw await busyPort(port, command);

  await ensureInstalled(log);
  const how = { NODE_ENV: dev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" };
  const standIn = startStandIn(port);
  Object.assign(process.env, demoSettings(port), how);
  process.env.DATABASE_URL = await openDatabase(log, shutdown);
  const stripe = await standIn;
  Object.assign(process.env, stripe?.settings);

  const seeded = await log.step(
    "Preparing the database",
    () => prepareDatabase(known, stripe),
    "Database prepared: demo provider and courses are in place",
  );
  if (!dev && !(await ensureBuilt({ distDir: ".next", log }))) log.line("✓ Pages are up to date");

  // One server, because a laptop has other things to do.
  const servers = createSupervisor(log, workersOf(process.env.WORKERS || "1"));
  const start = async () => (dev ? serveHere(port) : servers.start().then(() => servers));
  const server = await log.step("Starting the server", start, "Server started");
  shutdown.before(() => Promise.race([server.close(), pause(CLOSE_MS)]));
  const demo = { base_url: process.env.BASE_URL ?? `http://localhost:${port}`, ...seeded };
  writePrivateJson(demoFile, demo);
  shutdown.serving();
  log.line(greeting(demo, stripe?.cards));
}

/**
 * Migrates and seeds, in a process of its own: that code is TypeScript, and nothing of it stays in the server.
 * @param {import("./demo-settings.mjs").Demo} [known] whose keys and password are kept while they are valid
 * @param {import("./stand-in.mjs").StandIn | null} [stripe]
 * @returns {Promise<Omit<import("./demo-settings.mjs").Demo, "base_url">>}
 */
async function prepareDatabase(known, stripe = null) {
  const command = ["--import", "tsx", "tools/dev/prepare-database.ts"];
  const env = {
    DEMO_API_KEY: process.env.DEMO_API_KEY || known?.api_key || "",
    DEMO_CONSOLE_PASSWORD: known?.console?.password ?? "",
    DEMO_STRIPE: stripe ? JSON.stringify({ ...stripe, apiKey: known?.stripe?.api_key ?? "" }) : "",
  };
  const { code, output, stdout } = await runNode(command, env);
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

/** @param {number} port @param {string} command */
async function busyPort(port, command) {
  let free = port + 1;
  while (!(await isFree(free))) free += 1;
  return new Problem(`${wordsOfPort("EADDRINUSE", port)}\nThis one is free: PORT=${free} ${command}`);
}

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
