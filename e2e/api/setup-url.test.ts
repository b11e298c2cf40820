import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Scope } from "../../drizzle/vocabulary";
import { ok } from "../support/answer";
import { Api, expectProblem } from "../support/api";
import { orderId, planBody } from "../support/bodies";
import { type Here, serveHere } from "../support/here";
import { makeKey, makeProvider } from "../support/provider";
import { startedPlan } from "../support/scenes";
import { sharedSettings } from "../support/shared";

let here: Here;
beforeAll(async () => {
  here = await serveHere(sharedSettings());
});
afterAll(() => here.stop());

const SESSION = /dds_|dd-setup/;

async function setting() {
  const provider = await makeProvider();
  const client = new Api(here.url, provider.key);
  const withScopes = async (...scopes: Scope[]) => client.as(await makeKey(provider.id, { scopes }));
  return { provider, client, withScopes };
}

describe("the hosted page's address", () => {
  it("is null in a status that a key without checkouts:write reads, in both its places", async () => {
    const { provider, client, withScopes } = await setting();
    const { id } = await startedPlan(client, provider);
    for (const scopes of [["checkouts:read"], ["checkouts:read", "webhooks:manage", "sandbox:simulate"]]) {
      const reader = await withScopes(...(scopes as Scope[]));
      const { body, text } = await reader.status(id);
      expect(body.direct_debit).toMatchObject({ status: "Pending", setup_url: null });
      expect(body.direct_debit.expires_at).toEqual(expect.any(String));
      expect(body.next_action).toEqual({ type: "authorise_direct_debit", url: null });
      expect(text).not.toMatch(SESSION);
    }
    const writer = await withScopes("checkouts:read", "checkouts:write");
    const { body } = await writer.status(id);
    expect(body.direct_debit.setup_url).toMatch(SESSION);
    expect(body.next_action.url).toBe(body.direct_debit.setup_url);
  });

  it("makes the answer another one: neither's ETag stands for the other's", async () => {
    const { provider, client, withScopes } = await setting();
    const { id } = await startedPlan(client, provider);
    const reader = await withScopes("checkouts:read");
    const tag = async (one: Api) => (await one.status(id)).headers.get("etag")!;
    const known = (one: Api, etag: string) =>
      one.get(`/v1/provider-checkouts/${id}`, { headers: { "If-None-Match": etag } });
    const [written, read] = [await tag(client), await tag(reader)];
    expect(read).not.toBe(written);
    expect((await known(reader, written)).status).toBe(200);
    expect((await known(client, read)).status).toBe(200);
    expect((await known(reader, read)).status).toBe(304);
    ok(await client.authorise(id));
    expect(await tag(reader)).toBe(await tag(client));
  });

  it("is in no other answer to a key without checkouts:write", async () => {
    const { provider, client, withScopes } = await setting();
    const scene = await startedPlan(client, provider);
    const other = await startedPlan(client, provider);
    const reader = await withScopes("checkouts:read", "webhooks:manage", "sandbox:simulate");
    const texts = [
      (await reader.list()).text,
      (await reader.get("/v1/events")).text,
      (await reader.get("/v1/webhook-endpoints")).text,
    ];
    const { body: events } = await reader.get("/v1/events");
    for (const { id } of events.data) texts.push((await reader.get(`/v1/events/${id}`)).text);
    // The refusals that name a checkout: none of them is reached without the scope.
    expectProblem(await reader.create(scene.body), 403, "insufficient_scope");
    expectProblem(await reader.createOnce(orderId(), planBody(provider)), 403, "insufficient_scope");
    const simulator = await withScopes("sandbox:simulate");
    expectProblem(await simulator.status(scene.id), 403, "insufficient_scope");
    for (const answer of [await simulator.authorise(scene.id), await simulator.expire(other.id)]) {
      expect(answer.status).toBe(200);
      texts.push(answer.text);
    }
    for (const text of texts) expect(text).not.toMatch(SESSION);
  });

  it("comes with create, its replay and duplicate_order, which take checkouts:write alone", async () => {
    const { provider, withScopes } = await setting();
    const writer = await withScopes("checkouts:write");
    const body = planBody(provider);
    const first = await writer.createOnce(orderId(), body);
    expect(first.body.direct_debit.setup_url).toMatch(SESSION);
    const again = await writer.create(body);
    expectProblem(again, 409, "duplicate_order");
    expect(again.body.next_action.url).toBe(first.body.direct_debit.setup_url);
  });
});
