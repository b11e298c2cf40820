import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../support/poll";
import type { start } from "../support/stack";
import { startSupervisor } from "./supervised";

let port: number;
let supervisor: ReturnType<typeof start>;
const sockets: Socket[] = [];

beforeAll(async () => {
  ({ port, supervisor } = await startSupervisor({ WORKERS: "1" }));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await supervisor.stop();
});

/** As many as a server keeps. */
const MOST = 4_000;

/** A connection, and whether the server took it. */
async function open(): Promise<boolean> {
  const socket = connect({ host: "127.0.0.1", port });
  sockets.push(socket);
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n");
  return new Promise((resolve) => {
    socket.once("data", () => resolve(true)).once("close", () => resolve(false));
  });
}

it("a server that has all the connections it keeps closes the oldest silent one for the next", async () => {
  for (let i = 0; i < MOST / 100; i++)
    expect(await Promise.all(Array.from({ length: 100 }, open))).toEqual(Array(100).fill(true));
  expect(await open()).toBe(true);
  await until("one of the first has gone", () => sockets.slice(0, 100).some(({ closed }) => closed));
});
