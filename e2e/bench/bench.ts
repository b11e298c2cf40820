import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { addDays, dateInZone } from "../../lib/domain/calendar";

/**
 * Requests per second and latency of the API, as ratios against a bare node:http server in the same run. Needs a
 * server that runs, `npm run demo` for example, and reads its .data/demo.json. It must limit nobody, which takes
 * RATE_LIMIT_PER_SECOND=0. With the word `fairness` it measures what one tenant's flood does to another instead, with
 * `agreement` the agreement's PDF, which needs no server.
 */
if (process.argv[2] === "fairness") {
  await import("./bench-fairness");
  process.exit();
}
if (process.argv[2] === "agreement") {
  await import("./bench-agreement");
  process.exit();
}
const demo = JSON.parse(readFileSync(process.env.DEMO_JSON ?? ".data/demo.json", "utf8"));
const SECONDS = Number(process.env.SECONDS ?? 5);
const CONNECTIONS = 32;

interface Shot {
  method: "GET" | "POST";
  path: string;
  body?: () => string;
}

interface Result {
  perSecond: number;
  p50: number;
  p99: number;
  failures: number;
}

const headers = { Authorization: `Bearer ${demo.api_key}`, "Content-Type": "application/json" };

function planBody(): string {
  return JSON.stringify({
    provider: {
      provider_code: demo.provider_code,
      provider_order_id: `bench-${randomBytes(8).toString("hex")}`,
    },
    student: {
      first_name: "Ben",
      last_name: "Mark",
      email: `b${randomBytes(3).toString("hex")}@example.com`,
    },
    course: { course_name: "Certificate IV in Bookkeeping" },
    pricing: { course_price: 1500, amount_to_finance: 1500 },
    plan: {
      payment_type: "interest_free_payment_plan",
      payment_frequency: "Fortnightly",
      number_of_instalments: 26,
      instalment_amount: 57.69,
      first_payment_date: addDays(dateInZone(new Date(), "Australia/Sydney"), 14),
    },
  });
}

function send(
  agent: Agent,
  base: string,
  { method, path, body }: Shot,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, base), { method, agent, headers }, (incoming) => {
      let text = "";
      incoming.setEncoding("utf8");
      incoming.on("data", (chunk) => {
        text += chunk;
      });
      incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, text }));
    });
    outgoing.on("error", reject);
    outgoing.end(body?.());
  });
}

async function measure(base: string, shot: Shot): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  let failures = 0;
  await send(agent, base, shot);
  const until = performance.now() + SECONDS * 1000;
  const worker = async () => {
    while (performance.now() < until) {
      const from = performance.now();
      const { status } = await send(agent, base, shot);
      times.push(performance.now() - from);
      if (status >= 400) failures++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / SECONDS, p50: at(0.5), p99: at(0.99), failures };
}

/** The floor: a server in a process of its own that only answers. */
async function bareServer() {
  const script = `require("node:http").createServer((q, s) => s.setHeader("Content-Type", "application/json").end('{"ok":true}')).listen(0, "127.0.0.1", function () { console.log(this.address().port) })`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(child.stdout, "data");
  return { url: `http://127.0.0.1:${String(port).trim()}`, stop: () => child.kill() };
}

const bare = await bareServer();
const agent = new Agent({ keepAlive: true });
const created = await send(agent, demo.base_url, {
  method: "POST",
  path: "/v1/provider-checkouts",
  body: planBody,
});
const id = JSON.parse(created.text).checkout.checkout_id;
const shots: [string, string, Shot][] = [
  ["bare node:http", bare.url, { method: "GET", path: "/" }],
  ["GET /v1/environment", demo.base_url, { method: "GET", path: "/v1/environment" }],
  ["GET status", demo.base_url, { method: "GET", path: `/v1/provider-checkouts/${id}` }],
  ["POST create plan", demo.base_url, { method: "POST", path: "/v1/provider-checkouts", body: planBody }],
];
console.log(`${CONNECTIONS} connections, ${SECONDS} s each\n`);
let floor = 0;
for (const [name, base, shot] of shots) {
  const { perSecond, p50, p99, failures } = await measure(base, shot);
  floor ||= perSecond;
  const figures = [
    `${perSecond.toFixed(0)}/s`,
    `${((100 * perSecond) / floor).toFixed(1)} % of bare`,
    `p50 ${p50.toFixed(1)} ms`,
    `p99 ${p99.toFixed(1)} ms`,
  ];
  console.log(
    `${name.padEnd(22)} ${figures.map((one) => one.padStart(16)).join("")}${failures ? `  ${failures} failed` : ""}`,
  );
}
bare.stop();
agent.destroy();
