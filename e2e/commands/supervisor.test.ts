import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { childrenOf } from "../support/children";
import { until } from "../support/poll";
import type { start } from "../support/stack";
import { startSupervisor } from "./supervised";

/** A fault in the middle of nothing, as one of a library's own would be; its words hold what a student typed. */
const FAULT = `process.on("SIGUSR2", () => setImmediate(() => { throw new TypeError("It came with " + atob("QW1lbGlh")); }));
process.on("SIGWINCH", () => void Promise.reject(new TypeError("It came with " + atob("QW1lbGlh"))));`;

let jobsSecret: string;
let url: string;
let supervisor: ReturnType<typeof start>;
const said = (words: string) => until(`"${words}"`, () => supervisor.output().includes(words));
const lines = (words: string) => supervisor.output().split(words).length - 1;
/** Until so many have begun after the first. */
const running = (times: number) =>
  until(`${times} servers were started`, () => lines("Another server is running.") + 1 >= times);
const ready = () =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

beforeAll(async () => {
  const preload = `--import=data:text/javascript,${encodeURIComponent(FAULT)}`;
  ({ url, jobsSecret, supervisor } = await startSupervisor({ WORKERS: "1", NODE_OPTIONS: preload }));
});
afterAll(() => supervisor.stop("SIGKILL"));

const servers = () => childrenOf(supervisor.child.pid!);
/** The process that serves, once it is the only one. */
async function serving(): Promise<number> {
  await until("there is one server", () => servers().length === 1);
  return servers()[0]!;
}

/** A request whose body is still to come. */
function halfSent() {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const body = JSON.stringify({ filler: "x" });
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk));
  const ended = new Promise<string>((resolve) => socket.on("close", () => resolve(answer)));
  socket.write(
    `POST /api/provider-checkout HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body.slice(0, 3)}`,
  );
  return { ended, finish: () => socket.write(body.slice(3)) };
}

describe("npm start", () => {
  it("puts another server in the place of one that met a fault nobody expected, which finishes its requests", async () => {
    const faulty = await serving();
    const slow = halfSent();
    // It is taken up by the one that is about to fail.
    await until("the request is there", () => fetch(`${url}/livez`).then(({ ok }) => ok));
    process.kill(faulty, "SIGUSR2");
    await running(2);
    await until("it is ready", ready);
    expect(servers().filter((pid) => pid !== faulty)).toHaveLength(1);
    const headers = { Authorization: `Bearer ${jobsSecret}` };
    const metrics = async () => (await fetch(`${url}/api/jobs/metrics`, { headers })).text();
    await until("it tells its place's restart", async () =>
      /^provider_checkout_server_restarts_total 1$/m.test(await metrics()),
    );
    slow.finish();
    expect(await slow.ended).toMatch(/^HTTP\/1\.1 401 /);
    expect(supervisor.output()).toContain("An unexpected fault");
    expect(supervisor.output()).toContain("TypeError");
    expect(supervisor.output()).not.toContain("Amelia");
    expect(await serving()).not.toBe(faulty);
  });

  it("goes on where a promise failed that nobody waited for, and says so", async () => {
    const pid = await serving();
    process.kill(pid, "SIGWINCH");
    await said("A promise failed that nobody waited for");
    expect(supervisor.output()).not.toContain("Amelia");
    expect([await ready(), await serving()]).toEqual([true, pid]);
  });

  it("starts another where one was killed", async () => {
    process.kill(await serving(), "SIGKILL");
    await running(3);
    await until("it serves", ready);
  });

  it("ends while another server is being started, with all that it started", async () => {
    const pid = await serving();
    process.kill(pid, "SIGKILL");
    await until("it is missed", () => lines("Starting another") === 3);
    await supervisor.stop("SIGTERM");
    expect(supervisor.child.exitCode).toBe(0);
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });
});
