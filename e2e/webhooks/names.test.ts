import { lookup as systemLookup } from "node:dns/promises";
import { expect, it, onTestFinished } from "vitest";
import { post } from "../../packages/net/post";
import { newWebhookSecret } from "../../packages/net/signature";
import { until } from "../support/poll";
import { startNameServer } from "./name-server";
import { startReceiver } from "./receiver";

const sending = (url: string, nameServers: readonly string[], timeoutMs = 120_000) =>
  post({ url, headers: {}, body: "{}", timeoutMs, allowLoopback: true, nameServers });

it("a name server that is silent keeps no other receiver waiting, and nobody's look-up", async () => {
  const silent = await startNameServer("silent");
  const receiver = await startReceiver(newWebhookSecret());
  onTestFinished(() => receiver.stop());
  const local = new URL(receiver.url);
  const ended: string[] = [];
  const slow = Array.from({ length: 32 }, async () => {
    const sent = await sending("https://hooks.example.com/", silent.servers);
    ended.push("slow");
    return sent;
  });
  await expect.poll(() => silent.asked.length).toBeGreaterThanOrEqual(64);
  await systemLookup("localhost");
  for (const host of ["localhost", "app.localhost"]) {
    local.hostname = host;
    expect(await sending(local.href, silent.servers), host).toMatchObject({ status: 200, fault: null });
  }
  ended.push("quick");
  silent.breakSilence();
  for (const sent of await Promise.all(slow))
    expect(sent).toMatchObject({ status: null, fault: "connection" });
  expect(ended[0]).toBe("quick");
});

it("nothing more is asked once the attempt is over", async () => {
  const silent = await startNameServer("silent");
  const times = (host: string) =>
    silent.asked.filter(({ type, name }) => type === "A" && name === host).length;
  // The time-out is a fraction of what passes before a name server is asked again.
  const attempt = sending("https://hooks.example.com/", silent.servers, 300);
  await until("it is asked", () => times("hooks.example.com") > 0);
  const goesOn = sending("https://goes-on.example.com/", silent.servers);
  expect(await attempt).toMatchObject({ status: null, fault: "timeout" });
  const asked = times("hooks.example.com");
  const since = times("goes-on.example.com");
  await until("one that goes on asks again", () => times("goes-on.example.com") > since);
  expect(times("hooks.example.com")).toBe(asked);
  silent.breakSilence();
  await goesOn;
});

it("the log does not tell a name inside from one that is not there", async () => {
  const faults: unknown[] = [];
  for (const answers of [
    "nothing there",
    { A: [], AAAA: [] },
    { A: ["10.0.0.1"], AAAA: [] },
    { A: ["127.0.0.1"], AAAA: ["::1"] },
    { A: ["8.8.8.8"], AAAA: ["fd00::1"] },
    { A: [], AAAA: ["2001:db8::1"] },
  ] as const) {
    const { servers, asked } = await startNameServer(answers);
    const { status, answer, fault } = await sending("https://hooks.example.com:8443/", servers);
    faults.push({ status, answer, fault });
    expect(asked.map(({ type }) => type).sort()).toEqual(["A", "AAAA"]);
  }
  expect(new Set(faults.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify({ status: null, answer: null, fault: "connection" })]),
  );
});

it("addresses of one kind do not wait long for the other's, which never come", async () => {
  const { servers, asked } = await startNameServer({ A: ["10.0.0.1"], AAAA: "silent" });
  const { fault } = await sending("https://hooks.example.com/", servers);
  expect(fault).toBe("connection");
  // Who waits to the end asks three times after the answer; before it, a slow machine may ask for both again.
  const answered = asked.slice(asked.findLastIndex(({ type }) => type === "A"));
  expect(answered.filter(({ type }) => type === "AAAA").length).toBeLessThan(3);
});
