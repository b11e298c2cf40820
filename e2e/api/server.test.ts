import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, inject, it } from "vitest";
import { until } from "../support/poll";
import { settingsOf, start } from "../support/stack";

const SERVED = /^served at (\S+)$/m;
const CLOSED = /^closed in (\d+) ms$/m;

let running: ReturnType<typeof start> | undefined;
afterEach(() => running?.stop("SIGKILL"));

/** server.mjs around a stand-in for the API's instance. On SIGUSR2 it closes, and says how long that took. */
async function serve(handle: string, graceMs = 60_000) {
  const script = `
    globalThis[Symbol.for("provider-checkout.instance")] = {
      owns: () => true, graceMs: ${graceMs}, handle: ${handle}, close: async () => {},
    };
    const { serve } = await import("./server.mjs");
    const { url, close } = await serve({ port: 0 });
    process.once("SIGUSR2", async () => {
      const since = Date.now();
      await close();
      console.log(\`closed in \${Date.now() - since} ms\`);
    });
    console.log("served at " + url);`;
  const { databaseUrl, appKeys, jobsSecret } = inject("stack");
  const settings = settingsOf(databaseUrl, appKeys, jobsSecret);
  const server = start(["--input-type=module", "--eval", script], settings);
  running = server;
  const [, url = ""] = await until("it serves", () => SERVED.exec(server.output()));
  return {
    url,
    output: server.output,
    /** @returns how long it took, in milliseconds */
    async close() {
      server.child.kill("SIGUSR2");
      return Number((await until("it has closed", () => CLOSED.exec(server.output())))[1]);
    },
  };
}

/** Milliseconds that a stand-in takes for its answer. */
const SLOW = 1_000;
const SLOWLY = `async () => {
  console.log("asked");
  await new Promise((resolve) => setTimeout(resolve, ${SLOW}));
  return { status: 200, headers: {}, body: "done" };
}`;

describe("a server that is told to stop", () => {
  it("finishes what is under way, and keeps no connection open after it", async () => {
    const server = await serve(SLOWLY);
    const agent = new Agent({ keepAlive: true });
    const answer = new Promise<number | undefined>((resolve, reject) => {
      const sent = request(server.url, { agent }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode));
      });
      sent.on("error", reject).end();
    });
    await until("it was asked", () => server.output().includes("asked"));
    const took = await server.close();
    expect(await answer).toBe(200);
    expect(took).toBeLessThan(SLOW + 1_500);
    agent.destroy();
  });

  it("closes connections on which nothing is under way at once", async () => {
    const server = await serve(`async () => ({ status: 200, headers: {}, body: "done" })`);
    const agent = new Agent({ keepAlive: true });
    await new Promise((resolve, reject) => {
      const sent = request(server.url, { agent }, (response) => response.resume().on("end", resolve));
      sent.on("error", reject).end();
    });
    expect(await server.close()).toBeLessThan(1_500);
    agent.destroy();
  });

  it("waits for as long as the instance says, and no longer", async () => {
    const server = await serve(`() => { console.log("asked"); return new Promise(() => {}); }`, 300);
    const cut = fetch(server.url).catch(() => "cut");
    await until("it was asked", () => server.output().includes("asked"));
    const took = await server.close();
    expect(await cut).toBe("cut");
    expect(took).toBeGreaterThan(250);
    expect(took).toBeLessThan(2_500);
  });
});

describe("a fault of the server itself", () => {
  it("ends the connection and is one line of the log, without a value of the request", async () => {
    const server = await serve(`async ({ path }) => { throw new TypeError("It came at " + path); }`);
    await expect(fetch(`${server.url}/private`)).rejects.toThrow();
    await until("it is logged", () => /could not be answered/.test(server.output()));
    expect(server.output()).toMatch(/^A request could not be answered: TypeError at .+$/m);
    expect(server.output()).not.toContain("private");
  });
});

describe("a client that goes away in the middle of its body", () => {
  it.each(["before the body is read", "while it is read"])("%s: the reader is told", async (when) => {
    const wait = when.startsWith("before") ? `await new Promise((resolve) => setTimeout(resolve, 500));` : "";
    const server = await serve(`async ({ readBody }) => {
      console.log("asked");
      ${wait}
      await readBody(100).catch((error) => console.log("told " + error.name));
      return { status: 400, headers: {}, body: null };
    }`);
    const socket = connect(Number(new URL(server.url).port), "localhost");
    await once(socket, "connect");
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf");
    await until("it was asked", () => server.output().includes("asked"));
    socket.destroy();
    await until("the reader is told", () => server.output().includes("told ClientGone"), { seconds: 5 });
    expect(server.output()).not.toContain("could not be answered");
  });
});
