import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { limitedServer } from "../limits/servers";
import { makeProvider } from "../support/provider";
import { type Flood, measure } from "./calls";
import { callOf, expectFair, SECONDS } from "./fair";

const PORTAL_MS = 1_000;

/** A server behind a proxy, with a tenant's call to measure and a portal to look at. */
async function scene() {
  const server = await limitedServer("server", { TRUSTED_PROXY_HOPS: "1" });
  onTestFinished(() => server.stop());
  const [call, { code }] = [await callOf(server.url), await makeProvider()];
  // With a query it is drawn each time.
  return { ...server, call, portal: `${server.url}/p/${code}?drawn` };
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

it.each(["/docs/reference", "/docs/search?q=plan", "/nothing-here"])(
  "20 connections that ask for %s leave a tenant's p99 within twice its normal, and the portal within a second",
  async (path) => {
    const { url, call, portal } = await scene();
    const flood: Flood = { url: url + path, key: "", connections: 20, bodyBytes: 0 };
    await expectFair(
      call,
      async () => {
        const [during, seen] = await Promise.all([measure(call, SECONDS, flood), lookAt(portal, SECONDS)]);
        // Whatever the machine can draw: those over the limit are refused.
        expect(Object.keys(during.flood).filter((status) => !/^(200|404|429|503)$/.test(status))).toEqual([]);
        return { ...during, seen };
      },
      ({ seen }) => seen <= PORTAL_MS,
    );
  },
);

it("200 forms of 9 MB whose end never comes take no memory, and leave a tenant's p99 within twice its normal", async () => {
  const { url, child, call, portal } = await scene();
  const residentMb = () =>
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))![1]) / 1024;
  const flood: Flood = { url: `${url}/p/x`, key: "", connections: 200, bodyBytes: 9_000_000, headStartMs: 0 };
  await expectFair(
    call,
    async () => {
      const from = residentMb();
      const [during, seen] = await Promise.all([measure(call, SECONDS, flood), lookAt(portal, SECONDS)]);
      const grownMb = residentMb() - from;
      // All are refused: as too large, and as too many.
      expect(Object.keys(during.flood).filter((status) => !/^(413|429|broken)$/.test(status))).toEqual([]);
      expect((during.flood[413] ?? 0) + (during.flood[429] ?? 0)).toBeGreaterThan(100);
      return { ...during, seen, grownMb };
    },
    ({ seen, grownMb }) => seen <= PORTAL_MS && grownMb < 100,
  );
});
