import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { orderId, planBody } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { until } from "../support/poll";
import { type PostgresProxy, startPostgresProxy } from "../support/postgres-proxy";
import { ALL_WELL, AT_ONCE_MS, kindsOf, type Platform, startPlatform } from "./platform";

/** What a silent host is asked must be over by the server's clock while the server stands still. */
const LONGER_THAN_ASKED_MS = 6_000;

const started: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of started.reverse()) await stop();
});

let place: Promise<{ platform: Platform; proxy: PostgresProxy }> | undefined;

/** One process behind a stretch of wire, for all tests that leave both whole. */
function wired() {
  place ??= (async () => {
    const databaseUrl = await makeDatabase(inject("cluster"));
    const proxy = await startPostgresProxy(databaseUrl);
    const platform = await startPlatform(proxy.url, databaseUrl);
    started.push(
      () => proxy.close(),
      () => platform.server.stop("SIGKILL"),
    );
    return { platform, proxy };
  })();
  return place;
}

/** Warms the process, freezes it, and asks it for everything at once as it wakes. */
async function wake(platform: Platform, meanwhile: () => Promise<unknown>) {
  await (await kindsOf(platform)).ask();
  const kinds = await kindsOf(platform);
  await platform.freeze(meanwhile);
  const from = performance.now();
  const asked = kinds.ask();
  platform.thaw();
  const statuses = await asked;
  return { statuses, tookMs: performance.now() - from, charged: await kinds.charged() };
}

function expectAllWell(
  { statuses, tookMs, charged }: Awaited<ReturnType<typeof wake>>,
  { server }: Platform,
) {
  expect(statuses, server.output()).toEqual(ALL_WELL);
  expect(tookMs).toBeLessThan(AT_ONCE_MS);
  expect(charged).toEqual([1500]);
}

describe("a process that wakes from a freeze answers all that waits for it, and charges once", () => {
  it("where nothing happened meanwhile", async () => {
    const { platform } = await wired();
    expectAllWell(await wake(platform, async () => {}), platform);
  });

  it("where the database ended its connections", async () => {
    const { platform } = await wired();
    expectAllWell(await wake(platform, platform.endConnections), platform);
  });
});

it("where connections were cut off and nobody was told, what had left is told as not known at worst, and charged once", async () => {
  const { platform, proxy } = await wired();
  const kinds = await kindsOf(platform);
  await kinds.ask();
  const others = await kindsOf(platform);
  await platform.freeze(async () => proxy.strand());
  const asked = others.ask();
  platform.thaw();
  const statuses = await asked;
  const notKnown = [202, 503];
  for (const [kind, status] of statuses.entries()) expect([ALL_WELL[kind], ...notKnown]).toContain(status);
  await until("all is well", async () => String(await others.ask()) === String(ALL_WELL));
  expect(await others.charged()).toEqual([1500]);
});

it("a write whose database fell silent, and whose process then stood still, is answered", async () => {
  const { platform, proxy } = await wired();
  const body = planBody(platform.provider);
  await platform.client.create(planBody(platform.provider));
  proxy.holdAt(body.provider.provider_order_id);
  const asked = platform.client.createOnce(orderId(), body);
  await until("the database is silent", proxy.isHolding);
  // By then the server asks it why.
  await setTimeout(4_000);
  await platform.freeze(() => proxy.restore(), LONGER_THAN_ASKED_MS);
  platform.thaw();
  expect((await asked).status).toBe(201);
});

it("a request of which half had come is answered when the rest comes", async () => {
  const { platform } = await wired();
  const { client, provider, server } = platform;
  await client.list();
  const body = JSON.stringify(planBody(provider));
  const { port } = new URL(server.url);
  const socket = connect(Number(port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let said = "";
  socket.on("data", (chunk) => (said += chunk));
  const head = [
    "POST /v1/provider-checkouts HTTP/1.1",
    "Host: localhost",
    `Authorization: Bearer ${provider.key}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 100)}`);
  // Once another request is answered, this one has arrived.
  await client.list();
  await platform.freeze(platform.endConnections);
  platform.thaw();
  socket.write(body.slice(100));
  await new Promise((resolve) => socket.once("close", resolve));
  expect(said).toMatch(/^HTTP\/1\.1 201 /);
});
