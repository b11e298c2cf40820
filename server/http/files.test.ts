import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createSend } from "./coded.mjs";
import { createFiles } from "./files.mjs";

/** How often a file is read for requests with these paths. */
async function readsFor(paths: readonly string[]): Promise<number> {
  let reads = 0;
  const file = createFiles(
    async (_, response) => {
      reads++;
      response.setHeader("Content-Type", "application/javascript");
      response.end("x".repeat(5_000));
    },
    createSend(async (answer) => answer),
  );
  const server = createServer((request, response) => void file(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  for (const path of paths) {
    const headers = { "accept-encoding": "br" };
    const answer = await new Promise<IncomingMessage>((resolve) =>
      get({ port, host: "127.0.0.1", path, headers, agent: false }, resolve),
    );
    answer.resume();
    expect(answer.statusCode).toBe(200);
  }
  return reads;
}

it("a file is read and compressed once, whatever the query", async () => {
  expect(await readsFor(["/a.js", "/a.js?one", "/a.js"])).toBe(1);
});

it("another spelling of its path is not kept, as nobody knows how many there are", async () => {
  expect(await readsFor(["/%61.js", "/%61.js", "/a.js"])).toBe(3);
});
