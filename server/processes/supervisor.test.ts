import cluster, { type Worker } from "node:cluster";
import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createSupervisor } from "./supervisor.mjs";

/** A process that does what the test says. */
class Server extends EventEmitter {
  process = { pid: 1, kill: vi.fn() };
  isConnected = () => true;
  send = vi.fn();
  serves = () => this.emit("message", { url: "http://localhost:1" });
  ends = () => this.emit("exit", 0, null);
}

let servers: Server[];
let lines: string[];
beforeEach(() => {
  [servers, lines] = [[], []];
  vi.spyOn(cluster, "setupPrimary").mockReturnValue();
  vi.spyOn(cluster, "fork").mockImplementation(() => {
    const server = new Server();
    servers.push(server);
    return server as unknown as Worker;
  });
});
afterEach(() => vi.restoreAllMocks());

/** A supervisor of one server, which serves. */
async function serving() {
  const log = {
    line: (text: string) => void lines.push(text),
    step: <T>(_: string, work: () => T) => work(),
  };
  const supervisor = createSupervisor(log, 1);
  const started = supervisor.start();
  servers[0]?.serves();
  await started;
  return supervisor;
}
const isDone = async (work: Promise<unknown>) => {
  let done = false;
  void work.then(() => (done = true));
  await new Promise(setImmediate);
  return done;
};
/** Two that fail soon are started with a pause between them. */
const areStarted = (count: number) =>
  vi.waitFor(() => expect(servers).toHaveLength(count), { timeout: 120_000 });
const BROKEN = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });

it("puts another in the place of a server that ends, also where it could not be told something before", async () => {
  await serving();
  servers[0]?.emit("error", BROKEN);
  servers[0]?.ends();
  await areStarted(2);
});

it("puts another in the place of one that says it fails, once", async () => {
  await serving();
  servers[0]?.emit("message", "failing");
  servers[0]?.emit("message", "failing");
  servers[0]?.ends();
  await areStarted(2);
  servers[1]?.serves();
  expect(lines).toEqual([
    "The server met an unexpected fault. Starting another …",
    "Another server is running.",
  ]);
});

it("waits for the end of each, also of one that cannot be told something meanwhile", async () => {
  const { close } = await serving();
  const closed = close();
  servers[0]?.emit("error", BROKEN);
  expect(await isDone(closed)).toBe(false);
  servers[0]?.ends();
  await closed;
  expect(servers).toHaveLength(1);
});

it("does not wait for one that has ended, though its channel is still open", async () => {
  const { close } = await serving();
  servers[0]?.ends();
  await close();
  expect(servers).toHaveLength(1);
});

it("lets one that fails serve until another does", async () => {
  await serving();
  servers[0]?.emit("message", "failing");
  await areStarted(2);
  expect(servers[0]?.send).not.toHaveBeenCalled();
  servers[1]?.serves();
  await vi.waitFor(() => expect(servers[0]?.send).toHaveBeenCalledWith("replaced", expect.anything()), {
    timeout: 120_000,
  });
});

it("kills no server that starts slowly and says that it lives, and one that falls silent", async () => {
  vi.useFakeTimers();
  try {
    const started = createSupervisor({ line: () => {}, step: (_, work) => work() }, 1).start();
    const [server] = servers;
    for (let minutes = 0; minutes < 10; minutes += 2) {
      await vi.advanceTimersByTimeAsync(120_000);
      server?.emit("message", "alive");
    }
    expect(server?.process.kill).not.toHaveBeenCalled();
    server?.serves();
    await started;
    await vi.advanceTimersByTimeAsync(61_000);
    expect(server?.process.kill).toHaveBeenCalledWith("SIGKILL");
  } finally {
    vi.useRealTimers();
  }
});
