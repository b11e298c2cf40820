import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { event, webhookDelivery } from "../../../drizzle/schema";
import { EVENTS } from "../../../lib/contract/events";
import { type Id, newId } from "../../../lib/domain/ids";
import { EVENT_TYPES } from "../../../lib/domain/states";
import { expectFieldError, expectProblem, newCaller } from "../../support/api";
import type { Body } from "../../support/bodies";
import { longAgo } from "../../support/moments";
import { database } from "../../support/provider";
import { confirmedPlan, payNow, startedPlan } from "../../support/scenes";
import { ageEvent, ENDPOINTS, logDelivery, makeEndpoint } from "../../support/webhooks";

const ids = (page: Body) => page.data.map(({ id }: Body) => id);

describe("events", () => {
  it("are listed newest first, narrowed by type and checkout, a page at a time", async () => {
    const { provider, client } = await newCaller();
    const plan = await confirmedPlan(client, provider);
    const paid = await payNow(client, provider);
    const { body: all } = await client.get("/v1/events");
    expect(
      all.data.map(({ type, data, sequence }: Body) => [type, data.checkout.checkout_id, sequence]),
    ).toEqual([
      ["card_payment.succeeded", paid.id, 2],
      ["checkout.created", paid.id, 1],
      ["agreement.ready", plan.id, 4],
      ["payment_plan.signed", plan.id, 3],
      ["direct_debit.authorised", plan.id, 2],
      ["checkout.created", plan.id, 1],
    ]);
    expect(all.next_cursor).toBeNull();
    for (const one of all.data) {
      expect(EVENTS[one.type as keyof typeof EVENTS].safeParse(one).error).toBeUndefined();
      expect(JSON.stringify(one)).not.toMatch(/cht_|dds_|dd-setup|checkout_token|"bsb"/);
      expect((await client.get(`/v1/events/${one.id}`)).body).toEqual(one);
    }
    const ofPlan = await client.get(`/v1/events?checkout_id=${plan.id}`);
    expect(ids(ofPlan.body)).toEqual(ids(all).slice(2));
    expect(ids((await client.get("/v1/events?type=checkout.created")).body)).toEqual([
      ids(all)[1],
      ids(all)[5],
    ]);
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body }: Body = await client.get(`/v1/events?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...ids(body));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(ids(all));
  });

  it("after an event are a feed, oldest first, that goes on where it stopped", async () => {
    const { provider, client } = await newCaller();
    await confirmedPlan(client, provider);
    const all = ids((await client.get("/v1/events")).body).reverse();
    const [first] = all;
    const { body } = await client.get(`/v1/events?after=${first}&limit=2`);
    expect(ids(body)).toEqual(all.slice(1, 3));
    const next = await client.get(`/v1/events?after=${first}&limit=2&cursor=${body.next_cursor}`);
    expect(ids(next.body)).toEqual(all.slice(3));
    expect(next.body.next_cursor).toBeNull();
    expect((await client.get(`/v1/events?after=${all.at(-1)}`)).body.data).toEqual([]);
    expectFieldError(await client.get(`/v1/events?cursor=${body.next_cursor}`), "/cursor", "does_not_match");
  });

  it("of a time are listed in either order", async () => {
    const { provider, client } = await newCaller();
    await confirmedPlan(client, provider);
    const { data } = (await client.get("/v1/events")).body;
    const at = (index: number) => data[index].timestamp;
    const happened = (test: (timestamp: string) => boolean) =>
      data.filter(({ timestamp }: Body) => test(timestamp)).map(({ id }: Body) => id);
    const from = await client.get(`/v1/events?created_after=${at(1)}`);
    expect(ids(from.body)).toEqual(happened((timestamp) => timestamp >= at(1)));
    const until = await client.get(`/v1/events?created_before=${at(1)}`);
    expect(ids(until.body)).toEqual(happened((timestamp) => timestamp < at(1)));
    const oldest = await client.get(`/v1/events?after=${data.at(-1).id}&created_before=${at(0)}`);
    expect(ids(oldest.body)).toEqual(
      happened((timestamp) => timestamp < at(0))
        .reverse()
        .slice(1),
    );
    expectFieldError(
      await client.get("/v1/events?created_after=yesterday"),
      "/created_after",
      "wrong_format",
    );
  });

  it("of more than 90 days ago are gone: not listed, not found, not sent again", async () => {
    const { provider, client } = await newCaller();
    await startedPlan(client, provider);
    const [id] = ids((await client.get("/v1/events")).body);
    await ageEvent(id, 89);
    expect((await client.get(`/v1/events/${id}`)).status).toBe(200);
    await ageEvent(id, 91);
    expectProblem(await client.get(`/v1/events/${id}`), 404, "event_not_found");
    expect((await client.get("/v1/events")).body.data).toEqual([]);
    const { endpoint_id } = await makeEndpoint(client);
    const replay = (body: Body) => client.post(`${ENDPOINTS}/${endpoint_id}/replay`, body);
    expectProblem(await replay({ event_id: id }), 404, "event_not_found");
    expect((await replay({ since: "2020-01-01T00:00:00Z" })).body).toEqual({ scheduled: 0 });
  });

  it("whose body was purged are gone before their time too", async () => {
    const { provider, client } = await newCaller();
    await startedPlan(client, provider);
    const [id] = ids((await client.get("/v1/events")).body);
    await database()
      .update(event)
      .set({ data: null })
      .where(eq(event.id, id as Id<"evt">));
    expectProblem(await client.get(`/v1/events/${id}`), 404, "event_not_found");
    expect((await client.get("/v1/events")).body.data).toEqual([]);
  });
});

describe("what is sent again and as a test", () => {
  async function setting() {
    const { provider, client } = await newCaller();
    const { endpoint_id } = await makeEndpoint(client, { event_types: ["payment_plan.signed"] });
    const path = `${ENDPOINTS}/${endpoint_id}`;
    const rows = () =>
      database()
        .select()
        .from(webhookDelivery)
        .where(eq(webhookDelivery.endpointId, endpoint_id as Id<"whe">))
        .orderBy(webhookDelivery.id);
    return { provider, client, path, endpoint_id, rows };
  }

  it("one event is, whatever types the endpoint takes; asked for again before it was sent, once", async () => {
    const { provider, client, path, rows } = await setting();
    await startedPlan(client, provider);
    const [id] = ids((await client.get("/v1/events")).body);
    for (let times = 1; times <= 2; times++) {
      const answer = await client.post(`${path}/replay`, { event_id: id });
      expect([answer.status, answer.body]).toEqual([202, { scheduled: 1 }]);
      const again = (await rows()).filter(({ kind }) => kind === "replay");
      expect(again.map(({ eventId }) => eventId)).toEqual([id]);
    }
  });

  it("a span of time is, with the types that the endpoint takes, in the order in which they happened", async () => {
    const { provider, client, path, rows } = await setting();
    const since = longAgo().toISOString();
    await confirmedPlan(client, provider);
    await confirmedPlan(client, provider);
    const { body } = await client.get("/v1/events?type=payment_plan.signed");
    const answer = await client.post(`${path}/replay`, { since });
    expect([answer.status, answer.body]).toEqual([202, { scheduled: 2 }]);
    const again = (await rows()).filter(({ kind }) => kind === "replay");
    expect(again.map(({ eventId }) => eventId).sort()).toEqual(ids(body).toReversed());
    for (const { id, eventType } of again)
      expect([id.slice(0, 4), eventType]).toEqual(["whd_", "payment_plan.signed"]);
    const none = await client.post(`${path}/replay`, { since: "2026-01-01T00:00:00+11:00", until: since });
    expect(none.body).toEqual({ scheduled: 0 });
    await client.post(path, { event_types: [] });
    expect((await client.post(`${path}/replay`, { since })).body).toEqual({ scheduled: 8 });
  });

  it("a replay that names nothing, both or a span that ends before it begins is refused", async () => {
    const { client, path } = await setting();
    const replay = (body: Body) => client.post(`${path}/replay`, body);
    const since = "2026-11-21T00:00:00Z";
    expectFieldError(await replay({}), "/event_id", "required");
    expectFieldError(await replay({ until: since }), "/since", "required");
    expectFieldError(await replay({ event_id: newId("evt"), since }), "/since", "not_allowed");
    expectFieldError(await replay({ since, until: since }), "/until", "date_too_early");
    for (const wrong of ["2026-11-21", "2026-02-30T00:00:00Z", "2026-11-21T00:00:00", "now", "1795226640"])
      expectFieldError(await replay({ since: wrong }), "/since", "wrong_format");
  });

  it.each(EVENT_TYPES)("a test of %s is an event of that type, of nobody's order", async (type) => {
    const { client, path, rows } = await setting();
    const answer = await client.post(`${path}/test`, { event_type: type });
    expect(answer.status, answer.text).toBe(202);
    expect(answer.body).toMatchObject({ kind: "test", event_type: type, status: "pending", attempts: [] });
    const [row] = await rows();
    const sent = {
      id: row!.eventId,
      type,
      timestamp: row!.createdAt.toISOString(),
      sequence: 1,
      environment: "sandbox",
      api_version: "v1",
      data: row!.testData,
    };
    expect(EVENTS[type].safeParse(sent).error).toBeUndefined();
    expect(row!.testData).toMatchObject({
      provider: { provider_order_id: expect.stringMatching(/^TEST-/) },
    });
    expectProblem(await client.get(`/v1/events/${row!.eventId}`), 404, "event_not_found");
  });

  it("a test without a type is of the first that the endpoint takes", async () => {
    const { client, path } = await setting();
    expect((await client.post(`${path}/test`)).body.event_type).toBe("payment_plan.signed");
    await client.post(path, { event_types: [] });
    expect((await client.post(`${path}/test`, {})).body.event_type).toBe("checkout.created");
  });

  it("the log tells each attempt, newest delivery first, narrowed by status and event", async () => {
    const { provider, client, path, endpoint_id } = await setting();
    const [first, second] = [newId("evt"), newId("evt")];
    const refused = await logDelivery(provider, endpoint_id, first, { status: 500, body: "no" });
    const taken = await logDelivery(provider, endpoint_id, second, { status: 200, body: "" });
    const log = async (query = "") => (await client.get(`${path}/deliveries${query}`)).body;
    const { data } = await log();
    expect(data.map(({ delivery_id }: Body) => delivery_id)).toEqual([taken, refused]);
    expect(data[1]).toMatchObject({
      event_id: first,
      status: "failed",
      next_attempt_at: null,
      attempts: [
        {
          number: 1,
          duration_ms: 12,
          request_headers: [{ name: "webhook-id", value: first }],
          response_status: 500,
          response_body: "no",
          fault: "status",
        },
      ],
    });
    expect((await log("?status=failed")).data).toEqual([data[1]]);
    expect((await log(`?event_id=${second}`)).data).toEqual([data[0]]);
    const page = await log("?limit=1");
    expect(page.data).toEqual([data[0]]);
    expect(await log(`?limit=1&cursor=${page.next_cursor}`)).toEqual({ data: [data[1]], next_cursor: null });
  });
});
