import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, inject, it, onTestFinished } from "vitest";
import { openDatabase } from "../../lib/db/client";
import { isDatabaseUnavailable } from "../../packages/postgres-guard/faults";
import { until } from "../support/poll";
import { type PostgresProxy, startPostgresProxy } from "../support/postgres-proxy";

async function wire(): Promise<PostgresProxy> {
  const proxy = await startPostgresProxy(inject("cluster"));
  onTestFinished(() => proxy.close());
  return proxy;
}

/** A pool of three. Its deadlines pass by far later than any test waits: what ends sooner was found to be dead. */
function open(url: string) {
  const { db, close } = openDatabase({
    url,
    poolSize: 3,
    prepare: true,
    name: "silent",
    deadlineMs: 3_600_000,
  });
  onTestFinished(close);
  const ask = () =>
    db.execute(sql`select pg_sleep(0.01)`).then(
      () => true,
      (error) => {
        if (!isDatabaseUnavailable(error)) throw error;
        return false;
      },
    );
  return { db, ask, fill: () => Promise.all([ask(), ask(), ask()]) };
}

/** A host that answers each connection with an error. */
async function faulty(code: string): Promise<{ url: string }> {
  const body = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mnot now\0\0`);
  const head = Buffer.from([69, 0, 0, 0, body.length + 4]);
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(Buffer.concat([head, body])));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `postgres://127.0.0.1:${(server.address() as AddressInfo).port}/none` };
}

const several = (...proxies: { url: string }[]) => {
  const [first, ...others] = proxies.map(({ url }) => new URL(url));
  return first!.href.replace(first!.host, [first, ...others].map((one) => one!.host).join(","));
};

it("connections that fell silent are closed, those that are idle too, and new ones do the work", async () => {
  const proxy = await wire();
  const { ask, fill } = open(proxy.url);
  expect(await fill()).toEqual([true, true, true]);
  proxy.strand();
  expect(await ask()).toBe(false);
  expect(await fill()).toEqual([true, true, true]);
});

it("of several hosts the pool leaves the one that fell silent, and stays with the one that works", async () => {
  const [one, other] = [await wire(), await wire()];
  const { ask, fill } = open(several(one, other));
  await fill();
  expect(other.statements()).toBe(0);
  one.silence();
  expect(await ask()).toBe(false);
  expect(await fill()).toEqual([true, true, true]);
  await other.cut();
  await one.restore();
  await until("the pool goes back", ask);
  expect(await fill()).toEqual([true, true, true]);
});

it("a host that is silent from the start costs no error where another one works", async () => {
  const [one, other] = [await wire(), await wire()];
  one.silence();
  const { fill } = open(several(one, other));
  expect(await fill()).toEqual([true, true, true]);
});

it.each([
  ["alone", null],
  ["beside one that is starting up", "57P03"],
  ["beside one that is full", "53300"],
  ["beside one that refuses the password", "28P01"],
])(
  "a host that says nothing for longer than it is asked, and then goes on, costs no error %s",
  async (_, code) => {
    const proxy = await wire();
    const { ask } = open(code ? several(proxy, await faulty(code)) : proxy.url);
    expect(await ask()).toBe(true);
    proxy.silence();
    const asked = ask();
    // Meanwhile it is asked why, in vain.
    await setTimeout(9_000);
    await proxy.restore();
    expect(await asked).toBe(true);
  },
);

it("a host that closes each new connection is an error, and not tried for ever", async () => {
  const proxy = await wire();
  proxy.endAfter(0, "end");
  const { ask } = open(proxy.url);
  expect(await ask()).toBe(false);
  await proxy.restore();
  await until("the pool is whole again", ask);
});

it("an answer that takes long is waited for while the server is at work for it", async () => {
  const { db } = open((await wire()).url);
  const [row] = await db.execute<{ slept: string }>(sql`select pg_sleep(4)::text as slept`);
  expect(row).toEqual({ slept: "" });
});
