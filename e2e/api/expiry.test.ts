import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { checkout, dda, event, opportunity } from "../../drizzle/schema";
import type { Id } from "../../lib/domain/ids";
import { checkoutIdOf, ok } from "../support/answer";
import { Api, expectProblem } from "../support/api";
import { confirmBody, payNowBody } from "../support/bodies";
import { database, lapse, makeProvider } from "../support/provider";
import { authorisedPlan, confirmedPlan, payNow, type Scene, startedPlan } from "../support/scenes";
import { DOORS, startStack } from "../support/stack";

const AWAITING = { "Awaiting Direct Debit": startedPlan, "Awaiting Confirmation": authorisedPlan };

/** No background work runs here: what expires, expires because a request came. */
let stack: Awaited<ReturnType<typeof startStack>>;
beforeAll(async () => {
  stack = await startStack(inject("cluster"), { TICK_SECONDS: "0" }, DOORS);
});
afterAll(() => stack.stop());

describe.each(DOORS)("expiry without the job, through the %s entry point", (door) => {
  async function setting() {
    const db = database(stack.details.databaseUrl);
    const provider = await makeProvider({}, db);
    const client = new Api(stack.details.doors[door], provider.key);
    const expire = async (scene: Scene) => {
      await lapse(scene.id, db);
      return scene;
    };
    /** As if nothing had happened to it for three hours. */
    const age = (id: string) =>
      db
        .update(checkout)
        .set({ updatedAt: new Date(Date.now() - 3 * 3_600_000) })
        .where(eq(checkout.id, id as Id<"chk">));
    const stored = async (id: string) => {
      const of = (table: typeof checkout | typeof opportunity | typeof dda | typeof event) =>
        table === checkout
          ? and(eq(checkout.providerId, provider.id), eq(checkout.id, id as Id<"chk">))
          : and(eq(table.providerId, provider.id), eq((table as typeof event).checkoutId, id as Id<"chk">));
      const [row] = await db.select().from(checkout).where(of(checkout));
      const [chance] = await db.select().from(opportunity).where(of(opportunity));
      const [authority] = await db.select().from(dda).where(of(dda));
      const events = await db.select().from(event).where(of(event)).orderBy(asc(event.sequence));
      return {
        checkout: row!.checkoutStatus,
        authorisation: row!.authorisationStatus,
        stage: chance!.stage,
        dda: authority!.status,
        events: events.map(({ type }) => type),
        last: events.at(-1)!,
      };
    };
    return { provider, client, expire, stored, age };
  }

  it.each(Object.entries(AWAITING))("%s reads as expired, and nothing is written", async (status, scene) => {
    const { provider, client, expire, stored, age } = await setting();
    const { id, orderId } = await expire(await scene(client, provider));
    const read = await client.status(id);
    expect(read.body).toMatchObject({
      checkout_status: "Expired",
      authorisation_status: "Cancelled",
      opportunity_stage: "Closed Lost",
      direct_debit: { status: "Expired", setup_url: null },
      next_action: { type: "none" },
      expires_at: expect.any(String),
    });
    const list = async (name: string, value: string) => {
      const query = new URLSearchParams({ provider_order_id: orderId, [name]: value });
      return (await client.get(`/v1/provider-checkouts?${query}`)).body.data;
    };
    const lost = {
      checkout: { checkout_id: id },
      checkout_status: "Expired",
      opportunity_stage: "Closed Lost",
    };
    expect(await list("checkout_status", "Expired")).toMatchObject([lost]);
    expect(await list("checkout_status", status)).toEqual([]);
    expect(await list("opportunity_stage", "Closed Lost")).toMatchObject([lost]);
    expect(await list("opportunity_stage", "Checkout Started")).toEqual([]);
    // It counts as changed when its time was over.
    const { expires_at } = read.body;
    await age(id);
    expect(await list("updated_since", expires_at)).toHaveLength(1);
    expect(await list("updated_since", new Date(Date.parse(expires_at) + 1).toISOString())).toEqual([]);
    expect((await stored(id)).checkout).toBe(status);
  });

  it.each(["confirm", "authorise", "cancel", "checkout-token", "legacy confirm"])(
    "writes move it: %s is checkout_expired, and it is written",
    async (verb) => {
      const { provider, client, expire, stored } = await setting();
      const { id, answer } = await expire(await authorisedPlan(client, provider));
      const calls: Record<string, () => ReturnType<Api["get"]>> = {
        confirm: () => client.confirm(id, confirmBody(answer.body)),
        authorise: () => client.authorise(id),
        cancel: () => client.cancel(id),
        "checkout-token": () => client.post(`/v1/provider-checkouts/${id}/checkout-token`),
        "legacy confirm": () => client.post("/api/provider-checkout-confirm", confirmBody(answer.body)),
      };
      expectProblem(await calls[verb]!(), 410, "checkout_expired");
      const found = await stored(id);
      expect(found).toMatchObject({
        checkout: "Expired",
        authorisation: "Cancelled",
        stage: "Closed Lost",
        dda: "Expired",
        events: ["checkout.created", "direct_debit.authorised", "checkout.expired"],
        last: { sequence: 3, actor: "system" },
      });
      expectProblem(await calls[verb]!(), 410, "checkout_expired");
      expect((await stored(id)).events).toHaveLength(3);
    },
  );

  it.each(Object.entries(AWAITING))("an order whose checkout lapsed when %s is free", async (_, scene) => {
    const { provider, client, expire, stored } = await setting();
    const { id, body, orderId } = await expire(await scene(client, provider));
    const again = await client.create(body);
    expect(again.status).toBe(201);
    expect(checkoutIdOf(again)).not.toBe(id);
    expect(await stored(id)).toMatchObject({ checkout: "Expired", last: { type: "checkout.expired" } });
    const { data } = (await client.get(`/v1/provider-checkouts?provider_order_id=${orderId}`)).body;
    expect(data.map((one: { checkout_status: string }) => one.checkout_status)).toEqual([
      "Awaiting Direct Debit",
      "Expired",
    ]);
  });

  it("an order whose plan lapsed may be paid by card", async () => {
    const { provider, client, expire } = await setting();
    const { orderId } = await expire(await startedPlan(client, provider));
    const paid = await client.create(payNowBody(provider, { provider: { provider_order_id: orderId } }));
    expect(paid.status).toBe(201);
    expect((await client.charges(orderId)).body.data).toHaveLength(1);
  });

  it("the idempotency key of a lapsed checkout is free for a new body", async () => {
    const { provider, client, expire } = await setting();
    const { id, body } = await startedPlan(client, provider);
    ok(await client.cancel(id));
    const first = await client.createOnce("key", body);
    await expire({ id: checkoutIdOf(first) } as Scene);
    const changed = { ...body, course: { course_name: "Another course" } };
    const second = await client.createOnce("key", changed);
    expect(second.status).toBe(201);
    expect(second.headers.has("idempotent-replayed")).toBe(false);
  });

  it("what is confirmed, cancelled or paid does not expire", async () => {
    const { provider, client, expire } = await setting();
    const confirmed = await expire(await confirmedPlan(client, provider));
    expect((await client.status(confirmed.id)).body.checkout_status).toBe("Confirmed");
    const cancelled = await startedPlan(client, provider);
    ok(await client.cancel(cancelled.id));
    await expire(cancelled);
    expect((await client.cancel(cancelled.id)).body.checkout_status).toBe("Cancelled");
    const paid = await payNow(client, provider);
    expect(paid.answer.body.expires_at).toBeNull();
    expect((await client.status(paid.id)).body.checkout_status).toBe("Payment Processing");
  });

  it("the job tidies what nobody asked for, and writes the same", async () => {
    const { provider, client, expire, stored } = await setting();
    const { id } = await expire(await startedPlan(client, provider));
    const drained = await client.call("POST", "/api/jobs/drain", { key: stack.details.jobsSecret });
    expect(drained.status).toBe(200);
    expect(await stored(id)).toMatchObject({
      checkout: "Expired",
      events: ["checkout.created", "checkout.expired"],
    });
    const { timeline } = (await client.status(id)).body;
    expect(timeline.at(-1)).toMatchObject({ type: "checkout.expired", actor: "system", request_id: null });
  });
});
