import { beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { until } from "../support/poll";
import { database, makeProvider, type TestProvider } from "../support/provider";
import { settingsOf, startServer } from "../support/stack";

/** What the test itself asks for: to know that the server answers, and that all is told. */
const OWN = ["/v1/environment", "/robots.txt"];

let provider: TestProvider;
beforeAll(async () => {
  provider = await makeProvider({}, database());
});

describe("lines of requests", () => {
  /** Asks for these paths. @returns their lines and answers */
  async function told(paths: readonly string[]) {
    const { databaseUrl, appKeys, jobsSecret } = inject("stack");
    const server = await startServer("server", {
      ...settingsOf(databaseUrl, appKeys, jobsSecret),
      ACCESS_LOG: "on",
    });
    onTestFinished(() => server.stop());
    const headers = { Authorization: `Bearer ${provider.key}`, Accept: "text/html, application/json" };
    const answers: { id: string | null; bytes: number }[] = [];
    for (const path of [...paths, "/robots.txt"]) {
      const answer = await fetch(server.url + path, { headers });
      const { byteLength } = await answer.arrayBuffer();
      answers.push({ id: answer.headers.get("request-id"), bytes: byteLength });
    }
    const lines = () =>
      server
        .output()
        .split("\n")
        .filter((line) => line.includes('"event":"request"'))
        .map((line) => JSON.parse(line));
    await until("the last is told", () => lines().some(({ route }) => route === "/robots.txt"));
    return { lines: lines().filter(({ route }) => !OWN.includes(route)), answers };
  }

  it("name key and provider of whom the API knows, and nothing that was sent", async () => {
    const { lines, answers } = await told(["/v1/provider-checkouts?student=amelia%40example.com", "/livez"]);
    expect(lines).toEqual([
      expect.objectContaining({
        level: 30,
        method: "GET",
        route: "/v1/provider-checkouts",
        // There is no such filter.
        status: 422,
        bytes: answers[0]!.bytes,
        request_id: answers[0]!.id,
        network: "127.0.0.0/24",
        key_id: expect.stringMatching(/^key_/),
        provider_id: provider.id,
      }),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/amelia|pc_test_/);
  });
});
