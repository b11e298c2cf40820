import { and, asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { event } from "../../drizzle/schema";
import type { Id } from "../../lib/domain/ids";
import { ok } from "../support/answer";
import { expectFieldError, expectProblem, newCaller } from "../support/api";
import type { Body } from "../support/bodies";
import { database, type TestProvider } from "../support/provider";
import { authorisedPlan, IN_STATUS, type Scene } from "../support/scenes";
import { DOORS } from "../support/stack";

type Scenes = typeof IN_STATUS;
interface Row {
  status: string;
  /** Authorisation Status, Opportunity stage, DDA, next action, and the events that led there. */
  tuple: [string, string | null, string | null, string];
  events: string[];
  scene: Scenes[keyof Scenes];
}

/** Every state that can be reached, with the whole tuple that the contract's table gives it. */
const STATES: Row[] = [
  {
    status: "Awaiting Direct Debit",
    tuple: ["Pending", "Checkout Started", "Pending", "authorise_direct_debit"],
    events: ["checkout.created"],
    scene: IN_STATUS["Awaiting Direct Debit"],
  },
  {
    status: "Awaiting Confirmation",
    tuple: ["Authorised", "Direct Debit Authorised", "Authorised", "confirm"],
    events: ["checkout.created", "direct_debit.authorised"],
    scene: IN_STATUS["Awaiting Confirmation"],
  },
  {
    status: "Confirmed",
    tuple: ["Authorised", "Payment Plan Signed", "Authorised", "none"],
    events: ["checkout.created", "direct_debit.authorised", "payment_plan.signed", "agreement.ready"],
    scene: IN_STATUS.Confirmed,
  },
  {
    status: "Payment Pending",
    tuple: ["Pending", "Payment Processing", null, "wait"],
    events: ["checkout.created"],
    scene: IN_STATUS["Payment Pending"],
  },
  {
    status: "Payment Processing",
    tuple: ["Paid Upfront", "Paid Upfront", null, "none"],
    events: ["checkout.created", "card_payment.succeeded"],
    scene: IN_STATUS["Payment Processing"],
  },
  {
    status: "Payment Failed",
    tuple: ["Failed", null, null, "none"],
    events: ["checkout.created", "card_payment.failed"],
    scene: IN_STATUS["Payment Failed"],
  },
  {
    status: "Cancelled",
    tuple: ["Cancelled", "Closed Lost", "Cancelled", "none"],
    events: ["checkout.created", "checkout.cancelled"],
    scene: IN_STATUS.Cancelled,
  },
  {
    status: "Cancelled",
    tuple: ["Cancelled", "Closed Lost", "Cancelled", "none"],
    events: ["checkout.created", "direct_debit.authorised", "checkout.cancelled"],
    scene: async (client, provider) => {
      const scene = await authorisedPlan(client, provider);
      ok(await client.cancel(scene.id));
      return scene;
    },
  },
  {
    status: "Expired",
    tuple: ["Cancelled", "Closed Lost", "Expired", "none"],
    events: ["checkout.created", "checkout.expired"],
    scene: async (client, provider) => {
      const scene = await IN_STATUS.Expired(client, provider);
      expectProblem(await client.cancel(scene.id), 410, "checkout_expired");
      return scene;
    },
  },
];

const eventsOf = (provider: TestProvider, { id }: Scene) =>
  database()
    .select()
    .from(event)
    .where(and(eq(event.providerId, provider.id), eq(event.checkoutId, id as Id<"chk">)))
    .orderBy(asc(event.sequence));
const tupleOf = (body: Body) => [
  body.authorisation_status,
  body.opportunity_stage,
  body.direct_debit?.status ?? null,
  body.next_action.type,
];

describe.each(DOORS)("states and events, through the %s entry point", (door) => {
  it.each(STATES)("$status after $events shows $tuple, and its events say so", async (row) => {
    const { provider, client } = await newCaller(door);
    const scene = await row.scene(client, provider);
    const { body } = await client.status(scene.id);
    expect([body.checkout_status, tupleOf(body)]).toEqual([row.status, row.tuple]);

    const events = await eventsOf(provider, scene);
    expect(events.map(({ type }) => type)).toEqual(row.events);
    expect(events.map(({ sequence }) => sequence)).toEqual(row.events.map((_, at) => at + 1));
    for (const { id, data } of events) {
      expect(id).toMatch(/^evt_/);
      expect(data).toMatchObject({ checkout: { checkout_id: scene.id }, environment: "sandbox" });
      const text = JSON.stringify(data);
      expect(text).not.toMatch(/cht_|dds_|dd-setup|checkout_token|tok_test|"bsb":|000123456|000-000/);
      const debit = data!.direct_debit as Body | null;
      if (debit) expect([debit.setup_url, debit.account]).toEqual([null, null]);
    }
    const last = events.at(-1)!.data as Body;
    // A lost answer is no event: the last one was told before the outcome became unknown.
    const [authorisation, stage, ...rest] = row.tuple;
    const toldStage = row.status === "Payment Pending" ? null : stage;
    expect([last.checkout_status, tupleOf(last)]).toEqual([row.status, [authorisation, toldStage, ...rest]]);
    const { timeline } = body;
    expect(timeline.map((entry: Body) => [entry.sequence, entry.event_id, entry.type])).toEqual(
      events.map(({ sequence, id, type }) => [sequence, id, type]),
    );
  });

  it("each event holds the resource as it was at that change", async () => {
    const { provider, client } = await newCaller(door);
    const scene = await IN_STATUS.Confirmed(client, provider);
    const [created, authorised, signed] = (await eventsOf(provider, scene)).map(({ data }) => data as Body);
    expect([created!.checkout_status, authorised!.checkout_status, signed!.checkout_status]).toEqual([
      "Awaiting Direct Debit",
      "Awaiting Confirmation",
      "Confirmed",
    ]);
    expect([created!.agreement, authorised!.agreement]).toEqual([null, null]);
    expect(signed!.agreement).toMatchObject({ status: "being_made", sha256: null });
    expect(signed!.plan.schedule).toHaveLength(26);
  });

  it("a refusal writes no event", async () => {
    const { provider, client } = await newCaller(door);
    const scene = await IN_STATUS["Awaiting Direct Debit"](client, provider);
    await client.create(scene.body);
    await client.confirm(scene.id, {});
    expectFieldError(
      await client.authorise(scene.id, { test_account: "none" }),
      "/test_account",
      "not_an_option",
    );
    expect(await eventsOf(provider, scene)).toHaveLength(1);
  });
});
