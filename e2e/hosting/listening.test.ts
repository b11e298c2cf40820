import { networkInterfaces } from "node:os";
import { describe, expect, inject, it } from "vitest";
import { send } from "../support/send";
import { freePort, SERVER, settingsOf, start, untilAnswers } from "../support/stack";

/** Nothing here takes so long but what asks itself until a time-out ends it. */
const LOOPS_MS = 20_000;

const own = Object.values(networkInterfaces())
  .flat()
  .find((one) => one && !one.internal && one.family === "IPv4")?.address;
const hasIPv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === "::1");

/** Where the server listens, and the name by which it is asked. */
const HOSTS: readonly (readonly [host: string, name: string])[] = [
  ["127.0.0.1", "127.0.0.1"],
  ["localhost", "localhost"],
  ["0.0.0.0", "127.0.0.1"],
  ...(hasIPv6
    ? ([
        ["::1", "[::1]"],
        ["::", "127.0.0.1"],
      ] as const)
    : []),
  ...(own ? ([[own, own]] as const) : []),
];

/** Addresses of nothing, and of what is drawn although it is not there. */
const PATHS = [
  ["/docs/no-such-page", 404],
  ["/docs/problems/no_such_code", 404],
  ["/nothing/here", 404],
  ["/p/nobody", 404],
  [`/e/${"0".repeat(26)}_${"A".repeat(43)}/details`, 404],
  ["/api/dd-setup?session=dds_nothing", 404],
  ["/api/card-payment?session=cps_nothing", 404],
  ["/no/page", 404],
  ["/docs//no-such-page", 404],
  ["/docs", 200],
] as const;

const SPOOFED = [
  {},
  { "X-Forwarded-Proto": "https" },
  { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example", Host: "evil.example" },
  { Host: "127.0.0.1:1" },
  { RSC: "1", "X-Forwarded-Proto": "https" },
  { "X-Middleware-Rewrite": "http://127.0.0.1:1/", "X-Middleware-Subrequest": "proxy" },
] as const;

describe.each(HOSTS)("with HOST=%s", (host, name) => {
  it("each answer comes at once, and from one request", async () => {
    const { databaseUrl, appKeys, jobsSecret } = inject("stack");
    const port = await freePort();
    const url = `http://${name}:${port}`;
    const settings = settingsOf(databaseUrl, appKeys, jobsSecret);
    const server = start([SERVER], {
      ...settings,
      HOST: host,
      PORT: String(port),
      BASE_URL: url,
    });
    try {
      await untilAnswers(`${url}/livez`, server, "Provider Checkout is at");
      const before = await answered(url, jobsSecret);
      for (const [path, status] of PATHS)
        for (const headers of SPOOFED) {
          const from = performance.now();
          const answer = await send("GET", url + path, { Accept: "text/html", ...headers });
          const what = `${path} ${JSON.stringify(headers)}`;
          // Next sends its own script on to a page that the proxy has rewritten.
          const isSentOn = "RSC" in headers && path.startsWith("/api/dd-setup");
          expect([what, answer.status]).toEqual([what, isSentOn ? 307 : status]);
          expect([what, performance.now() - from < LOOPS_MS]).toEqual([what, true]);
        }
      expect((await answered(url, jobsSecret)) - before).toBe(PATHS.length * SPOOFED.length + 1);
      expect(server.output()).not.toMatch(/"level":50|EPROTO|ECONNREFUSED|ENOTFOUND|MaxListeners/);
    } finally {
      await server.stop();
    }
  });
});

/** How many requests the server has answered, by its own count; asking counts afterwards. */
async function answered(url: string, secret: string): Promise<number> {
  const { bytes } = await send("GET", `${url}/api/jobs/metrics`, { Authorization: `Bearer ${secret}` });
  const lines = bytes.toString().match(/^provider_checkout_http_requests_total\{.*\} \d+$/gm) ?? [];
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}
