import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { Api } from "../support/client";
import { workFolder } from "../support/examples";
import { installClient, runCli } from "../support/packed-client";
import { until } from "../support/poll";
import { makeKey, makeProvider } from "../support/provider";

const baseUrl = inject("stack").doors.server;
const { folder, remove } = workFolder();
beforeAll(() => installClient(folder));
afterAll(remove);

const cli = (args: string[], env: Record<string, string>) => runCli(folder, args, env);

it("tells what a key may not do, and of a key that is none, without the key", async () => {
  const reader = await makeKey((await makeProvider()).id, { scopes: ["checkouts:read"] });
  const read = await cli(["doctor"], { BASE_URL: baseUrl, API_KEY: reader });
  expect([read.code, read.out]).toEqual([0, expect.stringMatching(/^✓ {2}Scopes +checkouts:read$/m)]);
  const wrong = await cli(["doctor"], { BASE_URL: baseUrl, API_KEY: "pc_test_wrong" });
  expect([wrong.code, wrong.out]).toEqual([1, expect.stringMatching(/^✗ {2}Key +invalid_api_key/m)]);
  for (const { out, said } of [read, wrong]) expect(out + said).not.toMatch(/pc_test_/);
});

it("finds an endpoint that does not take its events", async () => {
  const other = await makeProvider();
  const caller = new Api(baseUrl, other.key);
  await caller.post("/v1/webhook-endpoints", { url: "https://receiver.invalid/hooks" });
  const env = { BASE_URL: baseUrl, API_KEY: other.key, PROVIDER_CODE: other.code };
  await cli(["trigger", "checkout.created"], env);
  const failing = async () => (await caller.get("/v1/webhook-endpoints")).body.data[0].failing_since;
  await until("The endpoint fails", failing);
  const { code, out } = await cli(["doctor", "--json"], env);
  const { ok, checks } = JSON.parse(out);
  expect([code, ok]).toEqual([1, false]);
  expect(checks.at(-1)).toMatchObject({ name: "Webhooks", says: expect.stringContaining("failing since") });
});

it("says that a client of another version of the API has to be packed anew", async () => {
  const other = createServer((request, response) => {
    const isDocument = request.url === "/openapi.json";
    const environment = { environment: "sandbox", gateway_mode: "test", ready_for_api_calls: true };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(isDocument ? { info: { version: "2.0.0" } } : environment));
  }).listen(0, "127.0.0.1");
  try {
    await until("It listens", () => other.listening);
    const { port } = other.address() as AddressInfo;
    const { code, out } = await cli(["doctor"], { BASE_URL: `http://127.0.0.1:${port}` });
    expect([code, out]).toEqual([1, expect.stringMatching(/^✗ {2}API version +2\.0\.0; .+ pack it anew/m)]);
  } finally {
    other.closeAllConnections();
    other.close();
  }
});
