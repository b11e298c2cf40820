import { Agent, request } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { type Flood, measure } from "../bench/fairness";
import { limitedServer } from "../limits/servers";
import { Api } from "../support/api";
import { untilUndisturbed } from "../support/measure";
import { makeProvider } from "../support/provider";
import { startedPlan } from "../support/scenes";

/** As in fairness.test.ts. */
const FLOOR_MS = 25;
const SECONDS = 4;
const ROUNDS = 8;
const mostBeside = (alone: number) => 2 * Math.max(alone, FLOOR_MS);
const PORTAL_MS = 1_000;

/** A server behind a proxy, with a tenant's call to measure and a portal to look at. */
async function scene() {
  const server = await limitedServer("server", { TRUSTED_PROXY_HOPS: "1" });
  onTestFinished(() => server.stop());
  const provider = await makeProvider();
  const { id } = await startedPlan(new Api(server.url, provider.key), provider);
  const call = { url: `${server.url}/v1/provider-checkouts/${id}`, key: provider.key };
  await measure(call, 1, null);
  // With a query it is drawn each time.
  return { ...server, call, portal: `${server.url}/p/${provider.code}?drawn` };
}

/** How long the slowest of a student's looks at the portal takes, one a second, in milliseconds. */
async function lookAt(portal: string, looks: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  let slowest = 0;
  for (let i = 0; i < looks; i++) {
    const from = performance.now();
    const status = await new Promise((resolve, reject) => {
      const headers = { Accept: "text/html", "X-Forwarded-For": "203.0.113.7" };
      request(portal, { agent, headers }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode));
      })
        .on("error", reject)
        .end();
    });
    expect(status).toBe(200);
    slowest = Math.max(slowest, performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  agent.destroy();
  return slowest;
}

it.each(["/docs/reference", "/docs/problems", "/docs/search?q=plan", "/nothing-here"])(
  "20 connections that ask for %s leave a tenant's p99 within twice its normal, and the portal within a second",
  async (path) => {
    const { url, call, portal } = await scene();
    const flood: Flood = { url: url + path, key: "", connections: 20, bodyBytes: 0 };
    const { alone, beside, seen } = await untilUndisturbed(
      "ms alone, beside a flood of pages, and to see the portal",
      async () => {
        const before = await measure(call, SECONDS, null);
        const [during, slowest] = await Promise.all([measure(call, SECONDS, flood), lookAt(portal, SECONDS)]);
        expect([before.failures, during.failures]).toEqual([0, 0]);
        // Whatever the machine can draw: those over the limit are refused.
        expect(Object.keys(during.flood).filter((status) => !/^(200|404|429|503)$/.test(status))).toEqual([]);
        return { alone: Math.round(before.p99), beside: Math.round(during.p99), seen: Math.round(slowest) };
      },
      (ms) => ms.beside <= mostBeside(ms.alone) && ms.seen <= PORTAL_MS,
      ROUNDS,
    );
    console.error(`${path}: p99 ${alone} ms alone, ${beside} ms beside; the portal in ${seen} ms`);
    expect(beside, `alone ${alone} ms`).toBeLessThanOrEqual(mostBeside(alone));
    expect(seen).toBeLessThanOrEqual(PORTAL_MS);
  },
);

it("200 forms of 9 MB whose end never comes take no memory, and leave a tenant's p99 within twice its normal", async () => {
  const { url, child, call, portal } = await scene();
  const { readFileSync } = await import("node:fs");
  const residentMb = () =>
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))![1]) / 1024;
  const flood: Flood = { url: `${url}/p/x`, key: "", connections: 200, bodyBytes: 9_000_000, headStartMs: 0 };

  const { alone, beside, seen, grown } = await untilUndisturbed(
    "ms alone, beside 200 large forms, and to see the portal; MB",
    async () => {
      const before = await measure(call, SECONDS, null);
      const from = residentMb();
      const [during, slowest] = await Promise.all([measure(call, SECONDS, flood), lookAt(portal, SECONDS)]);
      const grown = residentMb() - from;
      expect([before.failures, during.failures]).toEqual([0, 0]);
      // All are refused: as too large, and as too many.
      expect(Object.keys(during.flood).filter((status) => !/^(413|429|broken)$/.test(status))).toEqual([]);
      expect((during.flood[413] ?? 0) + (during.flood[429] ?? 0)).toBeGreaterThan(100);
      return {
        alone: Math.round(before.p99),
        beside: Math.round(during.p99),
        seen: Math.round(slowest),
        grown: Math.round(grown),
      };
    },
    (found) => found.beside <= mostBeside(found.alone) && found.seen <= PORTAL_MS && found.grown < 100,
    ROUNDS,
  );
  console.error(
    `forms: p99 ${alone} ms alone, ${beside} ms beside; the portal in ${seen} ms; ${grown} MB more`,
  );
  expect(beside, `alone ${alone} ms`).toBeLessThanOrEqual(mostBeside(alone));
  expect(seen).toBeLessThanOrEqual(PORTAL_MS);
  expect(grown).toBeLessThan(100);
});
