import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tick } from "../../lib/jobs/tick";
import { readGoLive } from "../../lib/staff/set-up/go-live";
import { ok } from "../support/answer";
import { type Api, newCaller } from "../support/api";
import { declinedThenPaid, expired, sentAgain, showEverything } from "../support/go-live";
import { words } from "../support/html-form";
import { until } from "../support/poll";
import type { TestProvider } from "../support/provider";
import { type ResetScene, reset, startResetScene } from "../support/reset-scene";
import { confirmedPlan, payNow } from "../support/scenes";
import { callerAt, member, staffBrowser } from "../support/staff";
import { ENDPOINTS, makeEndpoint } from "../support/webhooks";

describe("the go-live checklist", () => {
  let scene: ResetScene;
  let client: Api;
  let provider: TestProvider;
  let answers = 200;
  beforeAll(async () => {
    scene = await startResetScene((_, response) => response.writeHead(answers).end());
    const arranged = await scene.arrange();
    provider = arranged.provider;
    [client] = arranged.clients;
  });
  afterAll(() => scene.stop());
  const read = async (at = provider, code = "") => {
    const { deps } = scene.servers[0];
    await deps.requestLog!.flush();
    return (await readGoLive(deps, callerAt(at), code))!;
  };
  const shown = async () => (await read()).items.flatMap(({ key, proof }) => (proof ? [key] : []));
  const work = () => tick(scene.servers[0].deps);

  it("ticks each item when the provider's system does it, and no other", async () => {
    expect(await shown()).toEqual([]);
    const paid = await payNow(client, provider);
    expect(await shown()).toEqual(["card"]);
    expect((await read()).items[0]!.proof!.id).toBe(paid.id);
    await payNow(client, provider, "declined_lost_card");
    expect(await shown()).toEqual(["card"]);
    await declinedThenPaid(client, provider);
    expect(await shown()).toEqual(["card", "declined"]);
    const again = await sentAgain(client, provider);
    expect(await shown()).toEqual(["card", "declined", "replayed"]);
    expect((await read()).items[2]!.proof!.id).toBe(again.headers.get("request-id"));
    const lost = await payNow(client, provider, "answer_lost");
    expect(lost.answer.status).toBe(202);
    expect(await shown()).not.toContain("unknown");
    const isPaid = async () => (await client.status(lost.id)).body.checkout_status === "Payment Processing";
    await until("the outcome is known", async () => {
      await work();
      return isPaid();
    });
    expect(await shown()).toEqual(["card", "declined", "replayed", "unknown"]);
    await confirmedPlan(client, provider);
    expect(await shown()).toContain("signed");
    await expired(client, provider);
    expect(await shown()).toContain("expired");
    expect((await read()).certificate).toBeNull();
  });

  it("ticks an event once an endpoint accepted it, and one sent again; a test is none", async () => {
    // Before there is an endpoint, so that what happened already goes nowhere.
    await work();
    const { endpoint_id } = await makeEndpoint(client, { url: scene.receiverUrl });
    ok(await client.post(`${ENDPOINTS}/${endpoint_id}/test`, { event_type: "checkout.created" }), 202);
    await work();
    expect(await shown()).not.toContain("received");
    answers = 500;
    await payNow(client, provider);
    await work();
    expect(await shown()).not.toContain("received");
    answers = 200;
    await payNow(client, provider);
    await work();
    expect(await shown()).toContain("received");
    const since = new Date(Date.now() - 3_600_000).toISOString();
    ok(await client.post(`${ENDPOINTS}/${endpoint_id}/replay`, { since }), 202);
    await work();
    expect((await read()).items.filter(({ proof }) => !proof)).toEqual([]);
  });

  it("with all of them gives a certificate, which is genuine for this provider only", async () => {
    const { certificate, items } = await read();
    const { code, date } = certificate!;
    expect((await read(provider, code)).examined).toEqual({ date, ids: items.map(({ proof }) => proof!.id) });
    expect((await read(provider, code.replace(date, "2020-01-01"))).examined).toBeNull();
    const { other } = await scene.arrange();
    expect((await read(other, code)).examined).toBeNull();
    expect((await read(other)).items.filter(({ proof }) => proof)).toEqual([]);
    await reset(client);
    expect(await shown()).toEqual(["replayed"]);
    expect((await read(provider, code)).examined).toMatchObject({ date });
  });

  it("belongs to the sandbox", async () => {
    const { deps } = scene.servers[0];
    expect(await readGoLive({ ...deps, environment: "production" }, callerAt(provider), "")).toBeNull();
  });
});

it("its page prints the certificate, and says of one whether it is genuine", async () => {
  const { client, provider } = await newCaller();
  const browser = staffBrowser();
  await browser.signIn(await member({ providerId: provider.id, role: "viewer" }));
  const address = `/console/${provider.code}/set-up/go-live`;
  expect(words(await browser.open(address))).not.toContain("Certificate of");
  await showEverything(client, provider);
  const page = await browser.open(address);
  expect(words(page)).toContain("Print the certificate");
  expect(words(page)).not.toContain("Not seen yet");
  const link = /href="([^"]*\?certificate=[^"]*)"/.exec(page.text)![1]!;
  expect(words(await browser.open(link))).toContain("Genuine: a certificate of");
  expect(words(await browser.open(`${link}x`))).toContain("This certificate is not genuine");
});
