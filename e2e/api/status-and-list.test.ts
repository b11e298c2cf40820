import { describe, expect, it } from "vitest";
import { checkoutIdOf, ok } from "../support/answer";
import { type Api, expectProblem, newCaller } from "../support/api";
import { type Body, confirmBody } from "../support/bodies";
import { startedPlan } from "../support/scenes";

const LIST = "/v1/provider-checkouts";
const idsOf = (body: Body) => body.data.map((one: Body) => one.checkout.checkout_id);

describe("status", () => {
  const conditional = (client: Api, id: string, tag: string) =>
    client.get(`${LIST}/${id}`, { headers: { "If-None-Match": tag } });

  it("has an ETag that stays while nothing changes, and 304 for who has it", async () => {
    const { provider, client } = await newCaller();
    const { id } = await startedPlan(client, provider);
    const first = await client.status(id);
    const tag = first.headers.get("etag")!;
    expect(tag).toMatch(/^"[^"]+"$/);
    expect((await client.status(id)).headers.get("etag")).toBe(tag);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const answer = await conditional(client, id, known);
      expect([answer.status, answer.bytes.length]).toEqual([304, 0]);
      expect(answer.headers.get("etag")).toBe(tag);
    }
    for (const other of ['"other"', tag.slice(1, -1), ""])
      expect((await conditional(client, id, other)).status).toBe(200);
    ok(await client.authorise(id));
    const changed = await conditional(client, id, tag);
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(tag);
  });

  it("a 304 is for who may see it: another's or unknown ETag shows nothing", async () => {
    const { provider, client } = await newCaller();
    const { id } = await startedPlan(client, provider);
    const other = await newCaller();
    expectProblem(await conditional(other.client, id, "*"), 404, "checkout_not_found");
    expectProblem(await conditional(client.as(null), id, "*"), 401, "authentication_required");
  });

  it("has a timeline of what happened when and by whom", async () => {
    const { provider, client } = await newCaller();
    const { id, answer } = await startedPlan(client, provider);
    const authorised = await client.authorise(id);
    const confirmed = await client.confirmAsItIs(id, confirmBody(answer.body));
    await client.confirm(id, confirmBody(answer.body));
    const { timeline, created_at, agreement } = (await client.status(id)).body;
    const actor = `api_key:key_${provider.key.split("_")[2]}`;
    const entry = (sequence: number, type: string, request: { headers: Headers }) => ({
      sequence,
      event_id: expect.stringMatching(/^evt_/),
      type,
      at: expect.any(String),
      actor,
      request_id: request.headers.get("request-id"),
    });
    expect(timeline).toEqual([
      entry(1, "checkout.created", answer),
      entry(2, "direct_debit.authorised", authorised),
      entry(3, "payment_plan.signed", confirmed),
      { ...entry(4, "agreement.ready", confirmed), actor: "system", request_id: null },
    ]);
    expect(timeline[0].at).toBe(created_at);
    expect(timeline[2].at).toBe(agreement.signed_at);
  });

  it("shows the hosted page's address only while the bank authority is awaited", async () => {
    const { provider, client } = await newCaller();
    const { id, answer } = await startedPlan(client, provider);
    const { body } = await client.status(id);
    expect(body.direct_debit.setup_url).toBe(answer.body.direct_debit.setup_url);
    expect(body.next_action).toEqual({
      type: "authorise_direct_debit",
      url: answer.body.direct_debit.setup_url,
    });
    ok(await client.authorise(id));
    const later = await client.status(id);
    expect(later.body.direct_debit).toMatchObject({ setup_url: null, expires_at: null });
    expect(later.text).not.toContain("dds_");
  });
});

describe("list", () => {
  async function setting(count: number) {
    const { provider, client } = await newCaller();
    const scenes = [];
    for (let made = 0; made < count; made++) scenes.push(await startedPlan(client, provider));
    return { provider, client, scenes, newestFirst: scenes.map(({ id }) => id).reverse() };
  }

  it("is newest first, twenty at a time", async () => {
    const { client, newestFirst } = await setting(21);
    const page = await client.get(LIST);
    expect(idsOf(page.body)).toEqual(newestFirst.slice(0, 20));
    const rest = await client.get(`${LIST}?cursor=${page.body.next_cursor}`);
    expect(idsOf(rest.body)).toEqual(newestFirst.slice(20));
    expect(rest.body.next_cursor).toBeNull();
  });

  it("pages are whole, without gaps or repeats, also while new checkouts are made", async () => {
    const { provider, client, newestFirst } = await setting(5);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Body = (await client.get(`${LIST}?limit=2${cursor ? `&cursor=${cursor}` : ""}`)).body;
      seen.push(...idsOf(page));
      cursor = page.next_cursor;
      await startedPlan(client, provider);
    } while (cursor);
    expect(seen).toEqual(newestFirst);
  });

  it("a page that is just full has no next one", async () => {
    const { client } = await setting(2);
    expect((await client.get(`${LIST}?limit=2`)).body.next_cursor).toBeNull();
    expect((await client.get(`${LIST}?limit=1`)).body.next_cursor).toEqual(expect.any(String));
    expect((await client.get(`${LIST}?limit=100`)).body.data).toHaveLength(2);
  });

  it("filters by order reference, exactly, and keeps every checkout that the order had", async () => {
    const { client, scenes } = await setting(2);
    const [{ id, orderId, body }] = scenes as [(typeof scenes)[0], ...typeof scenes];
    ok(await client.cancel(id));
    const second = await client.create(body);
    const found = await client.get(`${LIST}?provider_order_id=${encodeURIComponent(orderId)}`);
    expect(idsOf(found.body)).toEqual([checkoutIdOf(second), id]);
    expect((await client.get(`${LIST}?provider_order_id=${orderId.toLowerCase()}`)).body.data).toEqual([]);
  });
});
