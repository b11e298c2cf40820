import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { openDatabase } from "../../lib/db/client";
import { createSandboxGateway } from "../../packages/sandbox-gateway/gateway";
import { createGatewayServer } from "./gateway-server";

/**
 * The sandbox gateway as a process and database role of its own, as a real gateway would be. Give the service its
 * address as GATEWAY_URL, and the same GATEWAY_SECRET.
 */
const {
  SANDBOX_GATEWAY_DATABASE_URL: url,
  GATEWAY_SECRET: secret,
  DATABASE_PREPARE: prepare = "on",
  PORT: port = "0",
  SANDBOX_CHARGE_DELAY_MS: delay = "0",
} = process.env;
if (process.env.ENVIRONMENT === "production")
  throw new Error("The sandbox gateway does not run in production.");
if (!url)
  throw new Error("Set SANDBOX_GATEWAY_DATABASE_URL to a database that holds the schema sandbox_gateway.");
if (!secret) throw new Error("Set GATEWAY_SECRET to what the service sends.");

// The second of two equal charges waits for the first.
const database = openDatabase({
  url,
  poolSize: 20,
  prepare: prepare === "on",
  name: "sandbox-gateway",
  lockMs: 15_000,
});
const gateway = createSandboxGateway(database.db, { chargeDelayMs: Number(delay) });
const server = createGatewayServer(gateway, secret, gateway).listen(Number(port), "127.0.0.1");
await once(server, "listening");
process.stdout.write(
  `The sandbox gateway is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`,
);

const stop = async () => {
  server.close();
  server.closeAllConnections();
  await database.close();
};
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
