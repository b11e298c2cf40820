import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, it, onTestFinished } from "vitest";
import { startWire } from "../faults/wire";
import { hurried } from "../support/limits";
import { until } from "../support/poll";
import { makeProvider } from "../support/provider";
import { freePort, SERVER, settingsOf, start, untilAnswers } from "../support/stack";
import { makeCertificate, openssl } from "./certificate";
import { FRONTS } from "./fronts";

/** Each way, for every piece: the database's answers take two seconds. */
const SLOW_MS = 1_000;
/** Between two requests of a client, so that the servers that start have the machine. */
const PACE_MS = 20;

const PROXIES = FRONTS.filter(({ name }) => name !== "a proxy of node's");
const missing = [openssl, ...PROXIES.map(({ program }) => program)].find(({ path }) => path === null);

it.skipIf(missing)(
  missing?.remedy ?? "the database is slow, and two servers restart in turn: no proxy answers by itself",
  async () => {
    const { databaseUrl, appKeys, jobsSecret } = inject("stack");
    const wire = await startWire(Number(new URL(databaseUrl).port));
    onTestFinished(() => wire.close());
    const settings = {
      ...hurried(settingsOf(wire.through(databaseUrl), appKeys, jobsSecret)),
      BASE_URL: "https://localhost",
      HOST: "127.0.0.1",
      TRUSTED_PROXY_HOPS: "1",
      TICK_SECONDS: "0",
      ACCESS_LOG: "on",
      DRAIN_MS: "5000",
    };
    const ports = [await freePort(), await freePort()] as const;
    const serve = async (port: number) => {
      const running = start([SERVER], { ...settings, PORT: String(port) });
      const ready = `http://127.0.0.1:${port}/readyz`;
      await untilAnswers(ready, running, "Provider Checkout is at");
      await until("it is ready", () => fetch(ready).then(({ ok }) => ok));
      return running;
    };
    const servers = await Promise.all(ports.map(serve));
    onTestFinished(async () => void (await Promise.all(servers.map((one) => one.stop()))));
    const fronts = await Promise.all(PROXIES.map((kind) => startFront(kind, ports)));
    wire.delayMs = SLOW_MS;

    const told: { proxy: string; path: string; status: number; isOurs: boolean }[] = [];
    let isOver = false;
    const clients = fronts.flatMap(({ proxy, key, ask }) =>
      ["/livez", "/v1/provider-checkouts?limit=1"].map(async (path) => {
        while (!isOver) {
          told.push({ proxy, path, ...(await ask(path, key)) });
          await sleep(PACE_MS);
        }
      }),
    );
    /** A proxy that has led a request to a server has noticed that it is there. */
    const untilAllUse = (at: number) =>
      until(`each proxy leads requests to server ${at}`, () => {
        const lines = servers[at]!.output().split("\n");
        return fronts.every(({ id }) =>
          lines.some((line) => line.includes(id) && line.includes('"status":200')),
        );
      });
    for (const [at, server] of servers.entries()) {
      await server.stop("SIGTERM");
      servers[at] = await serve(ports[at]!);
      // The first starts with the slow database, and meanwhile the second is alone with it.
      wire.delayMs = 0;
      await untilAllUse(at);
    }
    isOver = true;
    await Promise.all(clients);
    // A request that needs the database may get a 503 of the service's own.
    const isWrong = ({ path, status, isOurs }: (typeof told)[number]) =>
      !isOurs || (path === "/livez" && status !== 200);
    expect(told.filter(isWrong)).toEqual([]);
  },
);

/** A proxy by the guide's configuration, and a provider whose requests go through it. */
async function startFront(kind: (typeof PROXIES)[number], servers: readonly [number, number]) {
  const folder = mkdtempSync(join(tmpdir(), "slow-database-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const certificate = makeCertificate(folder);
  const port = await freePort();
  const front = await kind.start(kind.program.path ?? "", { folder, port, servers, certificate });
  onTestFinished(() => front.stop());
  const ask = askThrough(`https://localhost:${port}`);
  await until(`${kind.name} answers`, async () => (await ask("/livez").catch(() => null))?.status === 200);
  return { proxy: kind.name, ...(await makeProvider()), ask };
}

/** Over TLS, to whom nobody has vouched for. */
function askThrough(url: string) {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  onTestFinished(() => agent.destroy());
  return async (path: string, key?: string) => {
    const sent = request(url + path, { agent, ...(key && { headers: { Authorization: `Bearer ${key}` } }) });
    sent.end();
    const [response] = await once(sent, "response");
    for await (const _ of response);
    return { status: response.statusCode as number, isOurs: response.headers["request-id"] !== undefined };
  };
}
