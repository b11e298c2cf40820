import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { post, type Sending } from "../../packages/net/post";
import { listening } from "../support/listening";
import { REFUSED_ADDRESSES } from "../support/refused-addresses";

const sending = (url: string, changes: Partial<Sending> = {}) =>
  post({
    url,
    headers: { "webhook-id": "evt_1" },
    body: "{}",
    timeoutMs: 120_000,
    allowLoopback: false,
    ...changes,
  });

/** A resolver that says this for every name, and counts how often it was asked. */
function resolver(...answers: string[][]) {
  const asked: string[] = [];
  const addressesOf = async (name: string) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]!;
    asked.push(name);
    return answer.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
  return { addressesOf, asked };
}

async function tcpServer(onSocket: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createTcpServer((socket) => {
    count++;
    sockets.add(socket.on("error", () => {}));
    onSocket(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, connections: () => count };
}

const LOCAL = { allowLoopback: true };

it("a 204 is taken, also with a body that no 204 has", async () => {
  const { port } = await tcpServer((socket) => {
    socket.once("data", () => socket.write("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello"));
  });
  const sent = await sending(`http://127.0.0.1:${port}/`, LOCAL);
  expect(sent).toMatchObject({ status: 204, fault: null });
});

describe("an address that webhooks must not reach", () => {
  it.each(REFUSED_ADDRESSES)("is refused as what a name resolves to: %s (%s)", async (address) => {
    for (const answer of [[address], ["8.8.8.8", address]]) {
      const { addressesOf, asked } = resolver(answer);
      expect(await sending("https://hooks.example.com:8443/", { addressesOf })).toMatchObject({
        status: null,
        fault: "connection",
      });
      expect(asked).toEqual(["hooks.example.com"]);
    }
  });

  it("is refused unasked where the URL itself is no public one", async () => {
    const { addressesOf, asked } = resolver(["8.8.8.8"]);
    for (const url of ["https://10.0.0.1:8443/", "https://app.localhost./", "http://example.com/"])
      expect((await sending(url, { addressesOf })).fault, url).toBe("address_not_allowed");
    expect(asked).toEqual([]);
  });

  it("is refused at connect when a name that was public points inside by then", async () => {
    const inside = await tcpServer((socket) => socket.end());
    const { addressesOf } = resolver(["8.8.8.8"], ["127.0.0.1"]);
    expect(await addressesOf("hooks.example.com")).toMatchObject([{ address: "8.8.8.8" }]);
    for (const allowLoopback of [false, true])
      expect(
        await sending(`https://hooks.example.com:${inside.port}/`, { addressesOf, allowLoopback }),
      ).toMatchObject({ fault: "connection" });
    expect(inside.connections()).toBe(0);
  });

  it("stays closed where loopback is admitted, but for loopback itself", async () => {
    for (const url of ["https://10.0.0.1:8443/", "http://0.0.0.0:8443/", "https://[::ffff:127.0.0.1]:8443/"])
      expect((await sending(url, LOCAL)).fault, url).toBe("address_not_allowed");
    const { addressesOf } = resolver(["10.0.0.1"]);
    expect((await sending("http://localhost:8443/", { ...LOCAL, addressesOf })).fault).toBe("connection");
  });

  it("is not reached through a proxy of the environment either", async () => {
    const proxy = await tcpServer((socket) => socket.end());
    for (const name of ["HTTPS_PROXY", "https_proxy"]) vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    const { addressesOf } = resolver(["10.0.0.1"]);
    expect((await sending("https://hooks.example.com/", { addressesOf })).fault).toBe("connection");
    expect(proxy.connections()).toBe(0);
  });
});

describe("an answer", () => {
  async function answering(answer: Parameters<typeof createServer>[1] & {}) {
    const { url, stop } = await listening(createServer(answer as never));
    onTestFinished(stop);
    return `${url}/`;
  }

  it.each([
    [200, null],
    [204, null],
    [299, null],
    [301, "redirect"],
    [302, "redirect"],
    [307, "redirect"],
    [400, "status"],
    [410, "status"],
    [500, "status"],
  ] as const)("of %i counts as %s; a redirect is not followed", async (status, fault) => {
    let asked = 0;
    const url = await answering((_, response) => {
      asked++;
      response.writeHead(status, { Location: "http://127.0.0.1:1/", "Retry-After": "7" }).end();
    });
    expect(await sending(url, LOCAL)).toMatchObject({ status, fault, retryAfter: "7" });
    expect(asked).toBe(1);
  });

  it.each([200, 404, 500])(
    "of %i from this machine tells its status and nothing that was in it",
    async (status) => {
      const url = await answering((_, response) =>
        response.writeHead(status, "All my secrets", { "X-Secret": "s3cret" }).end("s3cret"),
      );
      const { port } = new URL(url);
      for (const address of [url, `http://localhost:${port}/`]) {
        const sent = await sending(address, { ...LOCAL, ...resolver(["127.0.0.1"]) });
        expect(sent).toMatchObject({ status, answer: null });
        expect(JSON.stringify(sent)).not.toMatch(/secret/i);
      }
    },
  );

  it("that never ends is cut off after 4 KiB, and counts", async () => {
    let isClosed = false;
    const url = await answering((_, response) => {
      const timer = setInterval(() => response.write("x".repeat(100_000)), 1);
      response.on("close", () => {
        clearInterval(timer);
        isClosed = true;
      });
    });
    const sent = await sending(url, LOCAL);
    expect(sent).toMatchObject({ status: 200, fault: null });
    await expect.poll(() => isClosed).toBe(true);
  });

  it.each<[string, (socket: Socket) => void]>([
    ["that does not come", () => {}],
    ["whose headers drip", (socket) => drip(socket, "HTTP/1.1 200 OK\r\n", "X-Slow: 1\r\n")],
    ["whose body drips", (socket) => drip(socket, "HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n", "x")],
    ["that is only announced", (socket) => drip(socket, "", "HTTP/1.1 102 Processing\r\n\r\n")],
  ])("%s is given up when the time is over", async (_, behave) => {
    const { port } = await tcpServer(behave);
    const sent = await sending(`http://127.0.0.1:${port}/`, { ...LOCAL, timeoutMs: 200 });
    expect(sent.fault).toBe("timeout");
    expect(sent.durationMs).toBeGreaterThanOrEqual(190);
  });

  it.each<[string, (socket: Socket) => void]>([
    ["no HTTP", (socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n")],
    ["a reset connection", (socket) => socket.resetAndDestroy()],
    ["headers without end", (socket) => void socket.write(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(100_000)}`)],
  ])("that is %s is a fault of the connection", async (_, behave) => {
    const { port } = await tcpServer(behave);
    expect((await sending(`http://127.0.0.1:${port}/`, LOCAL)).fault).toBe("connection");
  });

  it("that is not TLS, where https was asked for, is a fault of TLS", async () => {
    const { port } = await tcpServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"));
    expect((await sending(`https://127.0.0.1:${port}/`, LOCAL)).fault).toBe("tls");
  });

  it("never comes where nobody listens", async () => {
    const { port } = await tcpServer(() => {});
    expect((await sending(`http://[::1]:${port}/`, LOCAL)).fault).toBe("connection");
  });
});

function drip(socket: Socket, first: string, then: string): void {
  socket.write(first);
  const timer = setInterval(() => socket.write(then), 50);
  socket.on("close", () => clearInterval(timer));
}
