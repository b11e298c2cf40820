import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { childrenOf } from "../support/children";
import { makeDatabase } from "../support/database";
import { until } from "../support/poll";
import { database, makeProvider } from "../support/provider";
import { freePort, settingsOf, start } from "../support/stack";

/** Starts three servers, and goes on when the first has requests while the others still start. */
async function startingServers() {
  const port = await freePort();
  const url = await makeDatabase(inject("cluster"));
  const settings = settingsOf(
    url,
    `1:${randomBytes(32).toString("base64")}`,
    randomBytes(24).toString("base64url"),
  );
  const host = { PORT: String(port), HOST: "127.0.0.1", BASE_URL: `http://127.0.0.1:${port}` };
  const supervisor = start(["server/start.mjs"], { ...settings, ...host, WORKERS: "3" });
  onTestFinished(() => supervisor.stop("SIGKILL"));
  await until("the first serves", () => supervisor.output().includes("Server 1 of 3 is running"));
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
