import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { startWire } from "../faults/wire";
import { until } from "../support/poll";
import { makeProvider } from "../support/provider";
import { freePort, settingsOf, start, untilAnswers } from "../support/stack";
import { makeCertificate, openssl } from "./certificate";
import { FRONTS } from "./fronts";

/** Each way, for every piece: the database's answers take two seconds. */
const SLOW_MS = 1_000;
const AT_ONCE = 4;
const NOTICED_MS = 4_000;

const WITH_CHECKS = FRONTS.filter(({ name }) => name !== "a proxy of node's");

describe.each(WITH_CHECKS)(
  "behind $name, with a database that is two seconds slow, and in a rolling restart",
  (kind) => {
    const missing = [kind.program, openssl].find(({ path }) => path === null);
    it.skipIf(missing)(missing?.remedy ?? "every response is the service's", async () => {
      const { databaseUrl, appKeys, jobsSecret } = inject("stack");
      const { key } = await makeProvider();
      const wire = await startWire(Number(new URL(databaseUrl).port));
      onTestFinished(() => wire.close());
      const port = await freePort();
      const url = `https://localhost:${port}`;
      const settings = {
        ...settingsOf(wire.through(databaseUrl), appKeys, jobsSecret),
        BASE_URL: url,
        HOST: "127.0.0.1",
        TRUSTED_PROXY_HOPS: "1",
        TICK_SECONDS: "0",
        DRAIN_MS: "5000",
      };
      const ports = [await freePort(), await freePort()] as const;
      const serve = async (at: number) => {
        const running = start(["server.mjs"], { ...settings, PORT: String(at) });
        const ready = `http://127.0.0.1:${at}/readyz`;
        await untilAnswers(ready, running, "Provider Checkout is at");
        await until("it is ready", () => fetch(ready).then(({ ok }) => ok));
        return running;
      };
      const servers = await Promise.all(ports.map(serve));
      onTestFinished(async () => void (await Promise.all(servers.map((one) => one.stop()))));
      const folder = mkdtempSync(join(tmpdir(), "slow-database-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const certificate = makeCertificate(folder);
      const front = await kind.start(kind.program.path!, { folder, port, servers: ports, certificate });
      onTestFinished(() => front.stop());
      const ask = askThrough(url);
      await until("the proxy has both", async () => (await ask("/livez").catch(() => null))?.status === 200);

      wire.delayMs = SLOW_MS;
      const told: { path: string; status: number; isOurs: boolean }[] = [];
      let isOver = false;
      const clients = Array.from({ length: AT_ONCE }, async (_, i) => {
        const path = i % 2 === 0 ? "/openapi.json" : "/v1/provider-checkouts?limit=1";
        while (!isOver) told.push({ path, ...(await ask(path, key)) });
      });
      const slow = () => told.filter(({ path }) => path.startsWith("/v1")).length;
      // Longer than any of the proxies takes to give a server up.
      await until("requests have waited for the database", () => slow() > 10);
      const notOurs = () => told.filter(({ isOurs }) => !isOurs);
      expect(notOurs()).toEqual([]);
      wire.delayMs = 0;
      for (const [at, server] of servers.entries()) {
        await server.stop("SIGTERM");
        servers[at] = await serve(ports[at]!);
        // As an orchestrator does: the proxy has noticed before it goes on to the next one.
        await new Promise((resolve) => setTimeout(resolve, NOTICED_MS));
      }
      isOver = true;
      await Promise.all(clients);
      // A request that needs the database may get a 503 of the service's own; none is the proxy's.
      expect(notOurs()).toEqual([]);
      expect(told.filter(({ path, status }) => path === "/openapi.json" && status !== 200)).toEqual([]);
      expect(told.filter(({ path, status }) => path !== "/openapi.json" && status === 200)).not.toEqual([]);
    });
  },
);

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
