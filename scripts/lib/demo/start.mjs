/** The way from a clone to a serving demo: packages, database, data, pages, server. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "../build.mjs";
import { dataFolder, readJson, root, writePrivateJson } from "../checkout.mjs";
import { ensureInstalled } from "../install.mjs";
import { createLog } from "../log.mjs";
import { parsePort } from "../port.mjs";
import { ensureSecrets } from "../secrets.mjs";
import { supervise } from "../server/supervisor.mjs";
import { createShutdown } from "../shutdown.mjs";
import { openDatabase } from "./database.mjs";
import { greeting } from "./greeting.mjs";
import { requireFreePort } from "./occupant.mjs";
import { prepareDatabase } from "./prepare.mjs";

const CLOSE_MS = 20_000;

/** Where other programs find the demo: its address, its provider's code and a key. */
export const demoFile = join(dataFolder, "demo.json");

/**
 * Serves in a process that ends with this one, so that killing this leaves nothing behind but the database server,
 * which the next start joins.
 *
 * @param {{ dev: boolean, command: string }} options `command`: what a person types to get here
 */
export async function runDemo(options) {
  const log = createLog();
  const shutdown = createShutdown(log);
  try {
    await start(options, log, shutdown);
  } catch (error) {
    shutdown.fail(error);
  }
}

/**
 * @param {{ dev: boolean, command: string }} options
 * @param {import("../log.mjs").Log} log
 * @param {ReturnType<typeof createShutdown>} shutdown
 */
async function start({ dev, command }, log, shutdown) {
  const settings = join(root, ".env");
  if (existsSync(settings)) process.loadEnvFile(settings);
  const port = parsePort(process.env.PORT);
  const known = readJson(demoFile);
  await requireFreePort(port, command, known?.api_key);

  await ensureInstalled({ log });
  Object.assign(process.env, ensureSecrets(), {
    BASE_URL: process.env.BASE_URL || `http://localhost:${port}`,
    ENVIRONMENT: "sandbox",
    // On this machine only, unless another address is named: whoever reaches a demo can read its mails.
    HOST: process.env.HOST || "127.0.0.1",
    MAIL_KEEP: process.env.MAIL_KEEP || (process.env.SMTP_URL ? "off" : "on"),
    HOME_PROVIDER_CODE: process.env.HOME_PROVIDER_CODE || "harbour-college",
    NODE_ENV: dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    PORT: String(port),
    WEBHOOK_ALLOW_LOOPBACK: process.env.WEBHOOK_ALLOW_LOOPBACK || "on",
  });
  process.env.DATABASE_URL = await openDatabase(log, shutdown);

  const seeded = await log.step(
    "Preparing the database",
    () => prepareDatabase(known?.api_key),
    "Database prepared: demo provider and courses are in place",
  );
  if (!dev) {
    const built = await ensureBuilt({ distDir: ".next", log });
    if (!built) log.line("✓ Pages are up to date");
  }

  const server = await log.step(
    "Starting the server",
    () => (dev ? serveHere(port) : supervise(log)),
    "Server started",
  );
  shutdown.before(() => Promise.race([server.close(), pause(CLOSE_MS)]));
  const demo = { base_url: process.env.BASE_URL, ...seeded };
  writePrivateJson(demoFile, demo);
  shutdown.serving();
  log.line(greeting(demo));
}

/** For development the server is part of this process: Next begins others as it needs them. */
async function serveHere(port) {
  const { serve } = await import("../../../server.mjs");
  return serve({ port, hostname: process.env.HOST, dev: true });
}

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
