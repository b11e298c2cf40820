import { once } from "node:events";
import { request } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { childrenOf } from "../support/children";
import { until } from "../support/poll";
import { database, makeProvider } from "../support/provider";
import { startSupervisor } from "./supervised";

/** Starts three servers, and goes on when the first has requests while the others still start. */
async function startingServers() {
  const started = await startSupervisor({ WORKERS: "3" }, "Server 1 of 3 is running");
  const { supervisor, port, databaseUrl: url } = started;
  onTestFinished(() => supervisor.stop("SIGKILL"));
  return { supervisor, port, provider: await makeProvider({}, database(url)) };
}

describe("npm start while its later servers start", () => {
  it("ends on a signal with all of them, and answers the request under way first", async () => {
    const { supervisor, port, provider } = await startingServers();
    const pids = childrenOf(supervisor.child.pid!);
    const path = "/v1/provider-checkouts";
    const body = JSON.stringify({});
    const headers = {
      Authorization: `Bearer ${provider.key}`,
      "Content-Type": "application/json",
      "Content-Length": body.length,
    };
    const asked = request({ port, host: "127.0.0.1", method: "POST", path, headers, agent: false });
    asked.write(body.slice(0, 1));
    await once(asked, "socket");
    const answered = once(asked, "response");
    supervisor.child.kill("SIGTERM");
    await until("it stops", () => supervisor.output().includes("Stopping"));
    asked.end(body.slice(1));
    const [answer] = await answered;
    expect(answer.statusCode).toBe(422);
    answer.resume();
    await supervisor.stop();
    expect(supervisor.child.signalCode).toBeNull();
    expect(supervisor.output()).not.toContain("Server 2 of 3 is running");
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });
});
