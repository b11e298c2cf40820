/** The service as it runs: two servers, a worker and a card gateway, each a process of its own. */
import { randomBytes } from "node:crypto";
import { makeDatabase } from "../support/database";
import { makeRoles } from "../support/gateway";
import { hurried } from "../support/limits";
import {
  compiled,
  freePort,
  type RunningProcess,
  settingsOf,
  start,
  startServer,
  untilAnswers,
} from "../support/stack";

/** The address that every server says is its own, as behind a balancer: what one has stored another one repeats. */
const BASE_URL = "http://localhost:27000";

export type Settings = Record<string, string>;

export interface Member {
  name: string;
  /** Null while it is down. */
  url: string | null;
  process: RunningProcess | Omit<RunningProcess, "url">;
  /** When it was killed, until it answered again, by `performance.now()`. */
  down: { from: number; to: number }[];
  /** `kill -9`, and a new one at once. */
  kill(): Promise<void>;
  /** Neither answers nor ends for so many milliseconds. */
  pause(ms: number): Promise<void>;
}

export interface Service {
  servers: Member[];
  worker: Member;
  gateway: Member;
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
 * @param ways to the database, as settings of the first server, the second and the worker
 */
export async function startService(
  cluster: string,
  ways: readonly [Settings, Settings, Settings],
): Promise<Service> {
  const gatewayUrl = await makeDatabase(cluster);
  const { gateway: gatewayRole } = await makeRoles(gatewayUrl);
  const secret = randomBytes(16).toString("hex");
  const port = await freePort();
  const gateway = await member("gateway", async () => {
    const child = start(["--import", "tsx", "e2e/support/sandbox-gateway.ts"], {
      SANDBOX_GATEWAY_DATABASE_URL: gatewayRole,
      GATEWAY_SECRET: secret,
      PORT: String(port),
    });
    const url = `http://127.0.0.1:${port}`;
    await untilAnswers(`${url}/charges`, child, "The sandbox gateway is at");
    return { url, ...child };
  });
  const common = {
    ...hurried(settingsOf("", `1:${randomBytes(32).toString("base64")}`, randomBytes(16).toString("hex"))),
    BASE_URL,
    GATEWAY_URL: `http://127.0.0.1:${port}`,
    GATEWAY_SECRET: secret,
    WEBHOOK_ALLOW_LOOPBACK: "on",
  };
  const server = (name: string, way: Settings) =>
    member(name, () => startServer("server", { ...common, ...way }));
  const worker = member("worker", async () => ({
    url: "",
    ...start([compiled("worker")], { ...common, ...ways[2] }),
  }));
  const members = await Promise.all([server("first", ways[0]), server("second", ways[1]), worker]);
  return {
    servers: members.slice(0, 2),
    worker: members[2],
    gateway,
    gatewayUrl,
    settings: common,
    ended: () =>
      [...members, gateway].flatMap(({ name, process: { child, output } }) =>
        child.exitCode === null && child.signalCode === null
          ? []
          : [`The ${name} ended by itself: ${output().slice(-600)}`],
      ),
    pids: () => members.map(({ process }) => process.child.pid),
    async stop() {
      await Promise.all([...members, gateway].map(({ process }) => process.stop("SIGKILL")));
    },
  };
}

async function member(name: string, begin: () => Promise<RunningProcess>): Promise<Member> {
  const first = await begin();
  const one: Member = {
    name,
    url: first.url,
    process: first,
    down: [],
    async kill() {
      const from = performance.now();
      one.url = null;
      const gap = { from, to: Number.POSITIVE_INFINITY };
      one.down.push(gap);
      await one.process.stop("SIGKILL");
      const next = await begin();
      one.process = next;
      one.url = next.url;
      gap.to = performance.now();
    },
    async pause(ms) {
      const { child } = one.process;
      child.kill("SIGSTOP");
      await new Promise((resolve) => setTimeout(resolve, ms));
      child.kill("SIGCONT");
    },
  };
  return one;
}
