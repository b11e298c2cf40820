/** The service as it runs: two servers, a worker and a card gateway, each a process of its own. */
import { randomBytes } from "node:crypto";
import { makeDatabase } from "../support/database";
import { makeRoles } from "../support/gateway";
import { hurried } from "../support/limits";
import { compiled, freePort, settingsOf, start, startServer, untilAnswers } from "../support/stack";

/** The address that every server says is its own, as behind a balancer: what one has stored another one repeats. */
const BASE_URL = "http://localhost:27000";

export type Settings = Record<string, string>;

export interface Service {
  /** Their addresses. */
  servers: readonly string[];
  /** The gateway's own records, in a database that no fault of the service's touches. */
  gatewayUrl: string;
  settings: Settings;
  pids(): (number | undefined)[];
  /** What members wrote that ended though nobody killed them. */
  ended(): string[];
  stop(): Promise<void>;
}

/**
 * @param cluster for the gateway's database
 * @param way to the database, as settings
 */
export async function startService(cluster: string, way: Settings): Promise<Service> {
  const gatewayUrl = await makeDatabase(cluster);
  const { gateway: gatewayRole } = await makeRoles(gatewayUrl);
  const secret = randomBytes(16).toString("hex");
  const port = await freePort();
  const gateway = start(["--import", "tsx", "e2e/support/sandbox-gateway.ts"], {
    SANDBOX_GATEWAY_DATABASE_URL: gatewayRole,
    GATEWAY_SECRET: secret,
    PORT: String(port),
  });
  await untilAnswers(`http://127.0.0.1:${port}/charges`, gateway, "The sandbox gateway is at");
  const common = {
    ...hurried(settingsOf("", `1:${randomBytes(32).toString("base64")}`, randomBytes(16).toString("hex"))),
    BASE_URL,
    GATEWAY_URL: `http://127.0.0.1:${port}`,
    GATEWAY_SECRET: secret,
    WEBHOOK_ALLOW_LOOPBACK: "on",
  };
  const settings = { ...common, ...way };
  const [first, second] = await Promise.all([
    startServer("server", settings),
    startServer("server", settings),
  ]);
  const members = { first, second, worker: start([compiled("worker")], settings), gateway };
  return {
    servers: [first.url, second.url],
    gatewayUrl,
    settings: common,
    ended: () =>
      Object.entries(members).flatMap(([name, { child, output }]) =>
        child.exitCode === null && child.signalCode === null
          ? []
          : [`The ${name} ended by itself: ${output().slice(-600)}`],
      ),
    pids: () => Object.values(members).map(({ child }) => child.pid),
    async stop() {
      await Promise.all(Object.values(members).map((one) => one.stop("SIGKILL")));
    },
  };
}
