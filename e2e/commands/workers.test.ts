import { Agent, get } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { childrenOf } from "../support/children";
import { until } from "../support/poll";
import type { start } from "../support/stack";
import { startSupervisor } from "./supervised";

let jobsSecret: string;
let url: string;
let supervisor: ReturnType<typeof start>;
const servers = () => childrenOf(supervisor.child.pid!);
const lines = (words: RegExp) => supervisor.output().match(words)?.length ?? 0;

beforeAll(async () => {
  ({ url, jobsSecret, supervisor } = await startSupervisor({ WORKERS: "2", RATE_LIMIT_PER_SECOND: "25" }));
});
afterAll(() => supervisor.stop("SIGKILL"));

/** On a connection of its own, which is another server's turn. */
function ask(path: string, headers = {}): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { agent: new Agent(), headers }, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (piece) => (body += piece));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body }));
      answer.on("error", reject);
    }).on("error", reject);
  });
}

const metrics = async () => (await ask("/api/jobs/metrics", { Authorization: `Bearer ${jobsSecret}` })).body;

describe("npm start with WORKERS=2", () => {
  it("runs two servers, a line in the log each", () => {
    expect(servers()).toHaveLength(2);
    expect(lines(/Server 1 of 2 is running \(process \d+\)\./g)).toBe(1);
    expect(lines(/Server 2 of 2 is running \(process \d+\)\./g)).toBe(1);
  });

  it("counts a caller's requests once, whichever server they reach", async () => {
    const from = performance.now();
    const answers: number[] = [];
    for (let i = 0; i < 14 || !answers.includes(429); i++) {
      const some = await Promise.all(Array.from({ length: 50 }, () => ask("/v1/events")));
      answers.push(...some.map(({ status }) => status));
    }
    // 600 for an address without a key, and ten come back in a second.
    const most = 600 + 10 * Math.ceil((performance.now() - from) / 1000);
    expect(supervisor.output()).not.toContain("Limits are counted in this process");
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(most);
  });

  it("tells the metrics of both, each family once", async () => {
    const text = await until("both have answered requests", async () => {
      await ask("/v1/events");
      const text = await metrics();
      const answered = (server: string) =>
        `route="/v1/events",method="GET",status="(401|429)",server="${server}"`;
      return ["1", "2"].every((server) => new RegExp(answered(server)).test(text)) && text;
    });
    const heads = text.match(/^# TYPE \S+/gm) ?? [];
    expect(new Set(heads).size).toBe(heads.length);
    expect(text).toMatch(/^process_resident_memory_bytes\{server="1"\} \d+$/m);
    expect(text).toMatch(/^process_resident_memory_bytes\{server="2"\} \d+$/m);
  });

  it("goes on with the others where one is killed, and puts another in its place", async () => {
    const [one, two] = servers();
    process.kill(two!, "SIGKILL");
    // What was handed over to it until then is lost with it.
    await until("it is missed", () => lines(/Server \d of 2 ended \(SIGKILL\)\. Starting another …/g) === 1);
    const answers: number[] = [];
    await until("another runs", async () => {
      answers.push((await ask("/livez").catch(() => ({ status: 0 }))).status);
      return servers().length === 2 && lines(/Server \d of 2 is running/g) === 3;
    });
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    expect(servers()).toContain(one);
  });

  it("ends with all that it started", async () => {
    const pids = servers();
    await supervisor.stop("SIGTERM");
    expect(supervisor.child.exitCode).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });
});
