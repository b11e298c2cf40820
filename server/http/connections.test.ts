import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { limitConnections } from "./connections.mjs";

/** A server for six connections, at whose address each sender has an address of loopback of its own. */
async function place() {
  const waiting = new Map<Socket, ServerResponse>();
  const server = createServer((request, response) => {
    if (request.url === "/livez") return void response.end("live");
    waiting.set(request.socket, response);
    response.on("close", () => waiting.delete(request.socket));
  });
  limitConnections(server, {
    senderOf: (address: string) => address,
    isWaiting: (socket: Socket) => waiting.has(socket),
    max: 6,
  });
  server.listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    await once(server.close(), "close");
  });
  return {
    waiting,
    async from(localAddress: string) {
      const accepted = once(server, "connection");
      const socket = connect({ host: "127.0.0.1", port, localAddress });
      sockets.push(socket);
      socket.on("error", () => {});
      await accepted;
      return socket;
    },
  };
}

const isClosed = (socket: Socket) =>
  socket.closed ? Promise.resolve() : new Promise<void>((done) => void socket.once("close", () => done()));

function get(socket: Socket, path: string) {
  const said = once(socket, "data");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return said.then(String);
}

it("two senders that take all connections keep no third one out, and lose their oldest silent ones", async () => {
  const { from } = await place();
  const first = [await from("127.0.0.2"), await from("127.0.0.2"), await from("127.0.0.2")];
  const second = [await from("127.0.0.3"), await from("127.0.0.3"), await from("127.0.0.3")];
  for (let i = 0; i < 2; i++) expect(await get(await from("127.0.0.4"), "/livez")).toContain("200 OK");
  await Promise.all([first[0], second[0]].map((socket) => isClosed(socket!)));
  for (const socket of [first[1], first[2], second[1], second[2]])
    expect(await get(socket!, "/livez")).toContain("200 OK");
});

it("a sender that takes more and more only closes its own", async () => {
  const { from } = await place();
  const other = await from("127.0.0.3");
  const many: Socket[] = [];
  for (let i = 0; i < 20; i++) many.push(await from("127.0.0.2"));
  await Promise.all(many.slice(0, 15).map(isClosed));
  for (const socket of [other, ...many.slice(15)]) expect(await get(socket, "/livez")).toContain("200 OK");
});

it("one that waits for us is not closed while the same sender has another", async () => {
  const { from, waiting } = await place();
  const many: Socket[] = [];
  for (let i = 0; i < 6; i++) many.push(await from("127.0.0.2"));
  const [waits, oldest, ...others] = many;
  waits!.write("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(() => waiting.size).toBe(1);
  await from("127.0.0.3");
  await isClosed(oldest!);
  for (const socket of others) expect(await get(socket, "/livez")).toContain("200 OK");
  expect(waits!.closed).toBe(false);
});

it("where all wait for us, the largest sender loses its oldest", async () => {
  const { from, waiting } = await place();
  const many: Socket[] = [];
  for (let i = 0; i < 6; i++) many.push(await from("127.0.0.2"));
  for (const socket of many) socket.write("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(() => waiting.size).toBe(6);
  expect(await get(await from("127.0.0.3"), "/livez")).toContain("200 OK");
  await isClosed(many[0]!);
});
