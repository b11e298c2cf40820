import { describe, expect, inject, it, onTestFinished } from "vitest";
import { newId } from "../../lib/domain/ids";
import { Api, api } from "../support/api";
import { type Ending, runCommand } from "../support/commands";
import { makeDatabase } from "../support/database";
import { serveHere } from "../support/here";
import { makeProvider } from "../support/provider";
import { startedPlan } from "../support/scenes";
import { settingsOf } from "../support/stack";
import { ENDPOINTS, makeEndpoint } from "../support/webhooks";

const SETTINGS = { APP_KEYS: inject("stack").appKeys };
const webhooks = (...args: string[]) => runCommand("webhooks", args, SETTINGS);
const rowOf = ({ code, rows, said }: Ending) => {
  expect({ code, said }).toEqual({ code: 0, said: "" });
  expect(rows).toHaveLength(1);
  return rows[0] as Record<string, string>;
};

describe("npm run webhooks", () => {
  it("lists, stops and starts a provider's endpoints", async () => {
    const { code, key } = await makeProvider();
    const client = api("server", key);
    const { endpoint_id } = await makeEndpoint(client, { event_types: ["checkout.created"] });
    expect((await webhooks("list", "--provider", code)).rows).toEqual(
      (await client.get(ENDPOINTS)).body.data,
    );
    const one = ["--provider", code, "--endpoint", endpoint_id];
    expect(rowOf(await webhooks("disable", ...one))).toMatchObject({ disabled_reason: "requested" });
    const refused = await webhooks("test", ...one);
    expect(refused).toMatchObject({ code: 1, rows: [], said: expect.stringContaining("enable it first") });
    expect(rowOf(await webhooks("enable", ...one))).toMatchObject({ status: "enabled" });
  });

  it("sends a test, sends events again and shows what became of each", async () => {
    // No server that delivers, so that there is only what the commands made.
    const databaseUrl = await makeDatabase(inject("cluster"));
    const here = await serveHere(settingsOf(databaseUrl, inject("stack").appKeys, "x".repeat(24)));
    onTestFinished(() => here.stop());
    const webhooks = (...args: string[]) =>
      runCommand("webhooks", args, { ...SETTINGS, DATABASE_URL: databaseUrl });
    const provider = await makeProvider({}, here.deps.db);
    const client = new Api(here.url, provider.key);
    await startedPlan(client, provider);
    const [event] = (await client.get("/v1/events")).body.data;
    const { endpoint_id } = await makeEndpoint(client);
    const one = ["--provider", provider.code, "--endpoint", endpoint_id];
    const test = rowOf(await webhooks("test", ...one, "--event-type", "payment_plan.signed"));
    expect(test).toMatchObject({ kind: "test", event_type: "payment_plan.signed" });
    expect(rowOf(await webhooks("replay", ...one, "--event", event.id))).toEqual({ scheduled: 1 });
    const since = ["--since", "2026-01-01T00:00+11:00"];
    expect(rowOf(await webhooks("replay", ...one, ...since))).toEqual({ scheduled: 1 });
    const { rows } = await webhooks("deliveries", ...one, "--limit", "2");
    expect(rows.map((row) => [row.kind, row.event_id])).toEqual([
      ["replay", event.id],
      ["test", test.event_id],
    ]);
    expect((await webhooks("deliveries", ...one, "--event", String(test.event_id))).rows).toHaveLength(1);
  });

  it("tells all faults at once, knows no endpoint of another provider, and seals with no key of its own", async () => {
    const { code } = await makeProvider();
    const faulty = await webhooks(
      "test",
      "--provider",
      code,
      "--endpoint",
      "x",
      "--event-type",
      "checkout.paid",
    );
    expect(faulty.said.split("\n").slice(0, 2)).toEqual([
      expect.stringMatching(/^--endpoint "x": give the endpoint's id/),
      expect.stringMatching(/^--event-type "checkout\.paid": there is no such word\. There are: checkout/),
    ]);
    const other = await makeProvider();
    const { endpoint_id } = await makeEndpoint(api("server", other.key));
    for (const id of [endpoint_id, newId("whe")])
      expect(await webhooks("enable", "--provider", code, "--endpoint", id)).toMatchObject({
        code: 1,
        rows: [],
        said: expect.stringContaining("No webhook endpoint with this id"),
      });
    const both = ["--event", newId("evt"), "--since", "2026-01-01T00:00Z"];
    const replay = await webhooks("replay", "--provider", code, "--endpoint", endpoint_id, ...both);
    expect(replay).toMatchObject({ code: 1, said: expect.stringContaining("either --event, or --since") });
    const keyless = await runCommand("webhooks", ["list", "--provider", code], { APP_KEYS: "" });
    expect(keyless).toMatchObject({ code: 1, rows: [], said: expect.stringContaining("APP_KEYS") });
  });
});
