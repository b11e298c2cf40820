import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { busyPort } from "./demo.mjs";

/** What is said of a port that somebody has who answers so. */
async function saidOf(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return (await busyPort(port, "npm run demo", "pc_test_key")).message;
  } finally {
    server.close();
  }
}

it("a port that this demo has is said to be its own", async () => {
  const said = await saidOf((_, answer) => answer.end(JSON.stringify({ ready_for_api_calls: true })));
  expect(said).toMatch(
    /^PORT: \d+ is taken by another program: end that one, or set another port\.\nThis one is free: PORT=\d+ npm run demo\n/,
  );
  expect(said).toMatch(/It is this demo: it is already running at \S+\.$/);
});

it.each([
  ["a page for every address", 200, "<!doctype html>"],
  ["other JSON", 200, "{}"],
  ["no JSON object", 200, "null"],
  ["that the key is unknown", 401, JSON.stringify({ ready_for_api_calls: true })],
])("a port of a server that answers %s is not", async (_, status, body) => {
  expect(await saidOf((_, answer) => answer.writeHead(status).end(body))).not.toContain("this demo");
});
