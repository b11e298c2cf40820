import { readFileSync } from "node:fs";
import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedSettings } from "../support/shared";
import { type RunningProcess, startServer } from "../support/stack";

/** Bytes that a stranger may send, many at once, on connections of which some are cut: the process lives through all of it. */
const REQUESTS = 20_000;
const AT_ONCE = 50;

const ACTION_IDS = Object.keys(
  JSON.parse(readFileSync(".next-test/server/server-reference-manifest.json", "utf8")).node,
);
const SECRET = `${"0".repeat(26)}_${"A".repeat(43)}`;

const PATHS = [
  ..."/ /docs /docs/reference /docs?q=a /p/nothing /p/nothing/terms /sandbox/mail".split(" "),
  ...["", "/details", "/card", "/agreement"].map((step) => `/e/${SECRET}${step}`),
  ..."/api/jobs/drain /api/dd-setup?session=x /api/card-payment?session=x /openapi.json/x /v1/environment /v1/provider-checkouts".split(
    " ",
  ),
  ..."/_next/static/x /_next/image?url=/x /robots.txt /capture/v1.js /livez /nothing".split(" "),
];
const TAILS = ["", ..."/.. /../v1/environment // /%00 /% /%2e%2e \\ ;x ?a=% ?%00 /é".split(" ")];

const method = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("GET", "POST") },
  fc.constantFrom(..."HEAD PUT PATCH DELETE OPTIONS TRACE CONNECT PROPFIND BREW get P()ST".split(" ")),
);
const target = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom(...PATHS), fc.constantFrom(...TAILS)).map(([a, b]) => a + b),
  },
  fc.constantFrom(
    ...["", "*"],
    ..."http://{host}/docs http://evil.example/docs //evil.example example.com:443".split(" "),
  ),
  fc.string({ maxLength: 40 }).map((text) => `/${text.replace(/[\s]/g, "")}`),
);
const header = fc.oneof(
  fc.constantFrom("Origin: http://{host}", "Origin: null", "Origin: http://evil.example", "Origin: x"),
  fc.constantFrom(...ACTION_IDS, "0".repeat(42), "x", "__proto__").map((id) => `Next-Action: ${id}`),
  fc.constantFrom(
    "Content-Type: text/plain",
    "Content-Type: application/json",
    "Content-Type: application/x-www-form-urlencoded",
    "Content-Type: multipart/form-data; boundary=b",
    "Content-Type: multipart/form-data",
    "Accept: text/html",
    "Accept: text/x-component",
    "RSC: 1",
    "Next-Router-State-Tree: %5B%5D",
    "Next-Router-State-Tree: {",
    "Next-Router-Prefetch: 1",
    "Next-Url: /x",
    "x-action-forwarded: 1",
    "x-middleware-subrequest: middleware",
    "x-nextjs-data: 1",
    "x-matched-path: /v1/environment",
    "x-forwarded-host: evil.example",
    "x-forwarded-for: 1.2.3.4, %00",
    "x-invoke-path: /v1",
    "Next-Resume: 1",
    "Range: bytes=0-,1-",
    "If-None-Match: *",
    "Expect: 100-continue",
    "Expect: x",
    "Upgrade: websocket\r\nConnection: Upgrade",
    "Sec-Fetch-Site: same-origin",
    "Authorization: Bearer pc_test_x",
    "Cookie: a=b; __prerender_bypass=x",
  ),
);
const PARTS = [
  "--b\r\n",
  "--b--\r\n",
  'Content-Disposition: form-data; name="session"\r\n\r\nx\r\n',
  'Content-Disposition: form-data; name="1"; filename="x"\r\n\r\n\r\n',
  'Content-Disposition: form-data; name="$ACTION_REF_1"\r\n\r\n\r\n',
  `Content-Disposition: form-data; name="$ACTION_1:0"\r\n\r\n{"id":"${ACTION_IDS[0]}","bound":"$@1"}\r\n`,
  `Content-Disposition: form-data; name="$ACTION_ID_${ACTION_IDS.at(-1)}"\r\n\r\n\r\n`,
  'Content-Disposition: form-data; name="0"\r\n\r\n["$K1","$1:__proto__:x"]\r\n',
  "Content-Disposition: x\r\n\r\n",
];
const body = fc.oneof(
  fc.constantFrom(
    ...["", '["a"]', "[]", "{}", '["$K1"]', '["$1:a:b"]', '[{"$$typeof":"x"}]', "0:[]", "\0"],
    "x".repeat(70_000),
  ),
  fc.array(fc.constantFrom(...PARTS), { maxLength: 5 }).map((parts) => parts.join("")),
  fc.string({ maxLength: 60 }),
);
const request = fc.record({
  method,
  target,
  headers: fc.array(header, { maxLength: 5 }),
  body,
  /** How the length is told: as it is, too long so that the rest never comes, in chunks, or not at all. */
  length: fc.constantFrom("right", "right", "long", "chunked", "bad chunk", "none"),
  /** When the client goes away: at the end, or once it has sent so much of it. */
  cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 }),
});

type Asked = typeof request extends fc.Arbitrary<infer T> ? T : never;

describe("what strangers send at the door", () => {
  let server: RunningProcess;
  beforeAll(async () => {
    server = await startServer("server", sharedSettings({ TICK_SECONDS: "0" }));
  });
  afterAll(() => server.stop());

  it(`${REQUESTS.toLocaleString("en-AU")} requests end no process, and nothing fails on a fault of ours`, async () => {
    const { host, hostname, port } = new URL(server.url);
    const statuses: Record<number, number> = {};
    const faults: string[] = [];

    function send(asked: Asked): Promise<void> {
      const bytes = Buffer.from(written(asked).replaceAll("{host}", host), "latin1");
      return new Promise((resolve) => {
        const socket = connect({ host: hostname, port: Number(port) });
        let answer = "";
        const patience = setTimeout(() => socket.destroy(), 120_000);
        socket.on("data", (chunk) => {
          answer += chunk.toString("latin1", 0, 20);
          // Of a request whose rest never comes the answer is enough.
          if (asked.length === "long" || asked.cut !== null) socket.end();
        });
        socket.on("error", () => {});
        socket.on("close", () => {
          clearTimeout(patience);
          const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
          statuses[status] = (statuses[status] ?? 0) + 1;
          // What only Next's own script sends, Next reads; it calls what it cannot read a fault of its own.
          const isNexts = asked.headers.some((one) => /^(Next-|RSC)/.test(one));
          if (status >= 500 && !isNexts) faults.push(`${status} for ${JSON.stringify(asked)}`);
          resolve();
        });
        const until = asked.cut === null ? bytes.length : Math.floor(bytes.length * asked.cut);
        socket.write(bytes.subarray(0, until), () => {
          if (asked.cut !== null || asked.length === "long") setImmediate(() => socket.destroy());
        });
      });
    }

    const all = fc.sample(request, REQUESTS);
    const next = async () => {
      for (let asked = all.pop(); asked; asked = all.pop()) await send(asked);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));

    expect(server.child.exitCode).toBeNull();
    expect((await fetch(`${server.url}/readyz`)).status, server.output().slice(-2_000)).toBe(200);
    expect(server.output()).not.toMatch(/[Uu]nexpected fault|nobody waited for|could not be answered/);
    expect(faults.slice(0, 5)).toEqual([]);
    // Most of it was understood, and something of each kind came about.
    for (const status of [200, 400, 403, 404, 405])
      expect(statuses[status], JSON.stringify(statuses)).toBeGreaterThan(0);
  });
});

function written({ method, target, headers, body, length }: Asked): string {
  const framing = {
    right: `Content-Length: ${Buffer.byteLength(body, "latin1")}\r\n`,
    long: `Content-Length: ${body.length + 1_000}\r\n`,
    chunked: "Transfer-Encoding: chunked\r\n",
    "bad chunk": "Transfer-Encoding: chunked\r\n",
    none: "",
  }[length];
  const hex = Buffer.byteLength(body, "latin1").toString(16);
  const content =
    length === "chunked"
      ? `${body && `${hex}\r\n${body}\r\n`}0\r\n\r\n`
      : length === "bad chunk"
        ? `zz\r\n${body}`
        : body;
  const lines = headers.map((one) => `${one}\r\n`).join("");
  return `${method} ${target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n${lines}${framing}\r\n${content}`;
}
