import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/poll";
import { sharedSettings } from "../support/shared";
import { start } from "../support/stack";

/**
 * server/serve.mjs in one process: first with settings that it must refuse, then three times around stand-ins for the API's
 * instance: one waits for requests that are under way, one hardly does, and one lets load balancers notice first. Each
 * SIGUSR2 closes one.
 */
const SCRIPT = `
  const { serve } = await import("./server/serve.mjs");
  await serve({ port: 0 }).catch(({ name, faults }) => console.log(name + ": " + faults));
  delete globalThis[Symbol.for("provider-checkout.start-fault")];

  const { subscribe } = await import("node:diagnostics_channel");
  let gone;
  subscribe("net.server.socket", ({ socket }) => {
    // No idle connection ends by itself.
    socket.server.keepAliveTimeout = 0;
    gone = new Promise((resolve) => socket.once("close", resolve));
  });
  const say = (what) => console.log(what);
  // What Next writes itself, as the process around the server takes it up: server/processes/process.mjs.
  console.error = (...said) => {
    for (const one of said) if (one instanceof Error) say("noted, page: " + one.name);
  };
  const done = { status: 200, headers: {}, body: "done" };
  let release;
  const released = new Promise((resolve) => (release = resolve));
  process.on("SIGHUP", release);
  const handlers = {
    "/at-once": () => done,
    "/slow": async () => { say("slow is asked"); await released; return done; },
    "/never": () => { say("never is asked"); return new Promise(() => {}); },
    "/fault": ({ query }) => { throw new TypeError("It came with " + query); },
    "/while": async ({ readBody }) => {
      say("/while is asked");
      await readBody(100).catch((error) => say("/while is told " + error.name));
      return done;
    },
    "/before": async ({ readBody }) => {
      say("/before is asked");
      await gone;
      await readBody(100).catch((error) => say("/before is told " + error.name));
      return done;
    },
  };
  const { ServerResponse } = await import("node:http");
  for (const name of ["setHeader", "end"]) {
    const given = ServerResponse.prototype[name];
    ServerResponse.prototype[name] = function (...args) {
      // Next answers what fails in it by itself: nothing that it tries may come through.
      if (this.req.url.startsWith("/page")) throw new TypeError("It came with " + this.req.url);
      return given.apply(this, args);
    };
  }
  const pages = { gate: { refusalOf: async () => null, turn: async () => () => {} }, addressOf: () => "", stateOf: async () => null };
  const standIn = (graceMs, drainMs) => ({
    pageHeaders: {}, graceMs, pages, senderOf: () => "", isStreamed: () => false, mayBeCompressed: () => false, followUpOf: () => null, withConnection: (connection, work) => work(), isUnavailable: () => false,
    wayOf: ({ path }) => (path === "/page" ? "page" : "api"), drain: () => {}, drainMs, close: async () => {},
    note: (error, kind) => say("noted, " + kind + ": " + error.name), pageAsked: () => {},
    readTarget: (target) => ({ path: target.split("?")[0], query: target.split("?")[1] ?? "" }),
    handle: async (request) => handlers[request.path](request),
    answerUnparsed: () => ({ status: 400, headers: {}, body: null }),
  });
  const servers = [];
  for (const [name, graceMs, drainMs] of [["patient", 3_600_000, 0], ["impatient", 300, 0], ["drained", 0, 3_600_000]]) {
    globalThis[Symbol.for("provider-checkout.instance")] = standIn(graceMs, drainMs);
    const { url, close } = await serve({ port: 0 });
    servers.push({ name, close });
    say(name + " at " + url);
  }
  process.on("SIGUSR2", async () => {
    const { name, close } = servers.shift();
    const closed = close();
    say(name + " is told");
    await closed;
    say(name + " is closed");
  });
  say("ready");`;

let server: ReturnType<typeof start>;
const said = (words: string) => until(`"${words}"`, () => server.output().includes(words));
const urlOf = (name: string) => new RegExp(`^${name} at (\\S+)$`, "m").exec(server.output())![1]!;

beforeAll(async () => {
  const settings = sharedSettings({ GATEWAY_PUBLISHABLE_KEY: "pk_live_providerCheckout" });
  server = start(["--input-type=module", "--eval", SCRIPT], settings);
  await said("ready");
});
afterAll(() => server.stop("SIGKILL"));

/** An answer's status, and the connection that it came by. */
function get(path: string, agent: Agent) {
  const sent = request(urlOf("patient") + path, { agent });
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.on("response", (response) => response.resume().on("end", () => resolve(response.statusCode)));
    sent.on("error", reject).end();
  });
  return { status, socket: once(sent, "socket").then(([socket]) => socket as Socket) };
}

describe("a server that must not start", () => {
  it("refuses to, and says why", () => {
    expect(server.output()).toMatch(/^StartRefused: GATEWAY_PUBLISHABLE_KEY: is a pk_live_ one/m);
  });
});

describe("a fault of the server itself", () => {
  it.each([
    ["a page", "Connection: close"],
    ["an upgrade", "Connection: Upgrade\r\nUpgrade: websocket"],
  ])("within Next ends the connection of its own request, and the server goes on: %s", async (_, headers) => {
    const faults = () => server.output().split("noted, page: TypeError").length;
    const before = faults();
    const socket = connect(Number(new URL(urlOf("patient")).port), "localhost");
    socket.write(`GET /page?private HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`);
    await once(socket, "close");
    expect(socket.bytesRead).toBe(0);
    expect(faults()).toBeGreaterThan(before);
    expect((await fetch(`${urlOf("patient")}/at-once`)).status).toBe(200);
  });

  it("ends the connection and is one line of the log, without a value of the request", async () => {
    await expect(fetch(`${urlOf("patient")}/fault?private`)).rejects.toThrow();
    await said("noted, request");
    expect(server.output()).toMatch(/^noted, request: TypeError$/m);
    expect(server.output()).not.toContain("private");
  });
});

describe("a client that goes away in the middle of its body", () => {
  it.each([
    ["before the body is read", "/before"],
    ["while it is read", "/while"],
  ])("%s: the reader is told", async (_, path) => {
    const faults = () => server.output().split("could not be answered").length;
    const before = faults();
    const socket = connect(Number(new URL(urlOf("patient")).port), "localhost");
    await once(socket, "connect");
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf`);
    await said(`${path} is asked`);
    socket.destroy();
    await said(`${path} is told ClientGone`);
    expect(faults()).toBe(before);
  });
});

describe("a server that is told to stop", () => {
  it("closes what is idle at once, finishes what is under way, and keeps no connection open after it", async () => {
    const agent = new Agent({ keepAlive: true });
    const slow = get("/slow", agent);
    await said("slow is asked");
    const idle = get("/at-once", agent);
    expect(await idle.status).toBe(200);
    const socket = await idle.socket;
    expect(socket.closed).toBe(false);
    server.child.kill("SIGUSR2");
    if (!socket.closed) await once(socket, "close");
    server.child.kill("SIGHUP");
    expect(await slow.status).toBe(200);
    await said("patient is closed");
    agent.destroy();
  });

  it("waits for as long as the instance says, and no longer", async () => {
    const cut = fetch(`${urlOf("impatient")}/never`).catch(() => "cut");
    await said("never is asked");
    const since = performance.now();
    server.child.kill("SIGUSR2");
    await said("impatient is closed");
    expect(await cut).toBe("cut");
    expect(performance.now() - since).toBeGreaterThanOrEqual(299);
  });

  it("takes requests for a while, each as the last of its connection, so that clients move on and lose none", async () => {
    const { port } = new URL(urlOf("drained"));
    const asked = "GET /at-once HTTP/1.1\r\nHost: x\r\n\r\n";
    const open = async () => {
      const socket = connect(Number(port), "localhost");
      await once(socket, "connect");
      let answers = "";
      socket.on("data", (chunk) => (answers += chunk));
      return {
        socket,
        statuses: () => answers.match(/HTTP\/1.1 \d+|Connection: \S+/g),
        ended: once(socket, "close"),
      };
    };
    const idle = await open();
    idle.socket.write(asked);
    await until("it is answered", () => idle.statuses()?.length === 2);
    expect(idle.statuses()).toEqual(["HTTP/1.1 200", "Connection: keep-alive"]);
    server.child.kill("SIGUSR2");
    await said("drained is told");
    const last = ["HTTP/1.1 200", "Connection: close"];
    const fresh = await open();
    for (const { socket } of [idle, fresh]) socket.write(asked);
    await Promise.all([idle.ended, fresh.ended]);
    expect(fresh.statuses()).toEqual(last);
    expect(idle.statuses()?.slice(2)).toEqual(last);
    const pipelined = await open();
    pipelined.socket.write(asked + asked + asked);
    await pipelined.ended;
    const kept = ["HTTP/1.1 200", "Connection: keep-alive"];
    expect(pipelined.statuses()).toEqual([...kept, ...kept, ...last]);
  });
});
