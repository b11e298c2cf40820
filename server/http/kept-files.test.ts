import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import type { Send } from "./coded.mjs";
import { createFiles } from "./files.mjs";

const TEXT = "a word";

/** A server of one file, under any name; counts how often it was read from the disk. */
async function aServer() {
  let reads = 0;
  const page = async (_: IncomingMessage, response: ServerResponse) => {
    reads += 1;
    response.setHeader("Content-Type", "text/javascript").end(TEXT);
  };
  /** Says that it sent what is kept. */
  const send: Send = async (_, response, { status, body }) =>
    void response.writeHead(status, { "X-Kept": "yes" }).end(body);
  const server = createServer(createFiles(page, send)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "Accept-Encoding": "br" } });
    expect(await answer.text()).toBe(TEXT);
    return answer.headers.get("x-kept");
  };
  return { ask, reads: () => reads };
}

it("a static file is kept under its own name, and whatever else it is called takes no memory", async () => {
  const { ask, reads } = await aServer();
  expect([await ask("/_next/static/ab.js"), await ask("/_next/static/ab.js?dpl=1")]).toEqual(["yes", "yes"]);
  expect(reads()).toBe(1);
  for (const path of ["/_next/static/%61b.js", "/_next/static/a%62.js", "/_next/static/%61b.js"])
    expect(await ask(path)).toBeNull();
  expect(reads()).toBe(4);
});
