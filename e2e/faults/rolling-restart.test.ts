import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { checkout } from "../../drizzle/schema";
import { planBody } from "../support/bodies";
import { until } from "../support/poll";
import { findProgram } from "../support/programs";
import { database, makeProvider } from "../support/provider";
import { freePort, settingsOf, start, untilAnswers } from "../support/stack";

/** Requests through the proxy, and how many are under way at once. */
const REQUESTS = Number(process.env.ROLLING_REQUESTS ?? 10_000);
const AT_ONCE = 8;
/** Longer than a proxy takes to notice, here and on a machine that is busy. */
const DRAIN_MS = process.env.ROLLING_DRAIN_MS ?? "6000";

const NOTICED_MS = 2_000;
/** Only what hangs takes as long, on any machine. */
const HANGS_MS = 3_600_000;

const haproxy = findProgram("haproxy", "haproxy");

/** As a load balancer in front of the service is set up (docs/guides/go-live.md). */
async function startHaproxy(path: string, ports: readonly number[]) {
  const folder = await mkdtemp(join(tmpdir(), "haproxy-"));
  const port = await freePort();
  const servers = ports.map((at, i) => `  server s${i} 127.0.0.1:${at} check inter 300ms fall 1 rise 1`);
  const config = `
defaults
  mode http
  timeout connect 10s
  timeout check 10s
  timeout client 120s
  timeout server 120s
  timeout http-keep-alive 120s
listen service
  bind 127.0.0.1:${port}
  balance roundrobin
  http-reuse always
  retries 0
  option httpchk GET /readyz
  http-check expect status 200
${servers.join("\n")}
`;
  await writeFile(join(folder, "haproxy.cfg"), config);
  const child = spawn(path, ["-db", "-f", join(folder, "haproxy.cfg")], { stdio: "ignore" });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill("SIGKILL");
      await once(child, "exit");
      await rm(folder, { recursive: true });
    },
  };
}

/** One server at a port that stays the same, by the given program. */
function serverAt(port: number, program: string, settings: Record<string, string>) {
  let running: ReturnType<typeof start> | undefined;
  const url = `http://127.0.0.1:${port}`;
  return {
    async begin() {
      running = start([program], { ...settings, PORT: String(port), HOST: "127.0.0.1", BASE_URL: url });
      await untilAnswers(`${url}/readyz`, running, "at http");
    },
    stop: async () => running?.stop("SIGTERM"),
    /** As an orchestrator does: SIGTERM, wait for the end, start anew. */
    async restart() {
      await running!.stop("SIGTERM");
      const { exitCode, signalCode } = running!.child;
      expect({ exitCode, signalCode }).toEqual({ exitCode: 0, signalCode: null });
      await this.begin();
      await until("it is ready", () => fetch(`${url}/readyz`).then(({ ok }) => ok));
      // Orchestrators wait a little before they go on to the next one, so that the load balancer has noticed.
      await new Promise((resolve) => setTimeout(resolve, NOTICED_MS));
    },
  };
}

test.skipIf(!haproxy.path).for([".next-test/standalone/server/serve.mjs", "server/start.mjs"])(
  `two servers by %s, restarted in turn behind HAProxy, drop nothing (${haproxy.remedy})`,
  { timeout: HANGS_MS },
  async (program, context) => {
    const { databaseUrl, appKeys, jobsSecret } = inject("stack");
    const settings = { ...settingsOf(databaseUrl, appKeys, jobsSecret), DRAIN_MS };
    const ports = [await freePort(), await freePort()] as const;
    const servers = ports.map((port) => serverAt(port, program, settings));
    context.onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))));
    await Promise.all(servers.map((server) => server.begin()));
    const proxy = await startHaproxy(haproxy.path!, ports);
    context.onTestFinished(() => proxy.stop());
    const provider = await makeProvider();
    const agent = new Agent({ keepAlive: true });
    context.onTestFinished(() => agent.destroy());

    /** @returns the status, or what became of the request without one */
    const send = (method: string, path: string, body?: object) =>
      new Promise<string>((resolve) => {
        const headers = { Authorization: `Bearer ${provider.key}`, "Content-Type": "application/json" };
        const sent = request(proxy.url + path, { method, headers, agent }, (response) => {
          response.resume().on("end", () => resolve(String(response.statusCode)));
          response.on("error", (error) => resolve(`cut off: ${error.message}`));
        });
        sent.on("error", (error) => resolve(`lost: ${error.message}`));
        sent.end(body && JSON.stringify(body));
      });
    await until("the proxy has both", async () => (await send("GET", "/readyz")) === "200");

    const tally = new Map<string, number>();
    let asked = 0;
    let created = 0;
    async function client() {
      while (asked < REQUESTS) {
        const isWrite = asked++ % 5 === 0;
        const said = isWrite
          ? await send("POST", "/v1/provider-checkouts", planBody(provider))
          : await send("GET", "/v1/provider-checkouts?limit=1");
        if (isWrite && said === "201") created++;
        tally.set(said, (tally.get(said) ?? 0) + 1);
      }
    }
    const load = Promise.all(Array.from({ length: AT_ONCE }, client));
    let restarts = 0;
    while (asked < REQUESTS) {
      await servers[restarts % 2]!.restart();
      restarts++;
    }
    await load;
    const writes = Math.ceil(REQUESTS / 5);
    expect(Object.fromEntries(tally)).toEqual({ 200: REQUESTS - writes, 201: writes });
    const rows = await database().$count(checkout, eq(checkout.providerId, provider.id));
    expect({ created, rows }).toEqual({ created: writes, rows: writes });
    expect(restarts).toBeGreaterThan(1);
  },
);
