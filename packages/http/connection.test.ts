import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { connectionOf, watchConnections } from "./connection";

/** What a request with this header is taken for. */
async function seen(name: string, value: string) {
  const stop = watchConnections();
  const server = createServer((_, response) => void response.end(String(connectionOf()?.isForwarded)));
  onTestFinished(() => {
    stop();
    server.close();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const asked = get({ port, host: "127.0.0.1", headers: { [name]: value }, agent: false });
  const [answer] = await once(asked, "response");
  const pieces: string[] = [];
  for await (const piece of answer) pieces.push(String(piece));
  return pieces.join("");
}

it.each([
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Original-Forwarded-For",
  "Forwarded",
  "Via",
  "X-Real-IP",
  "X-Client-IP",
  "X-Cluster-Client-IP",
  "True-Client-IP",
  "CF-Connecting-IP",
  "CF-Connecting-IPv6",
  "CDN-Loop",
])("a request with %s has come by a proxy", async (name) => {
  expect(await seen(name, "192.0.2.1")).toBe("true");
});

it("a request with none of them has not, whatever a value says", async () => {
  expect(await seen("X-Note", "x-forwarded-for")).toBe("false");
});
