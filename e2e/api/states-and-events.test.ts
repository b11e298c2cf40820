import { and, asc, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { event } from "../../drizzle/schema";
import type { Id } from "../../lib/domain/ids";
import type { CheckoutStatus } from "../../lib/domain/states";
import { ok } from "../support/answer";
import { expectFieldError, expectProblem, newCaller } from "../support/api";
import type { Body } from "../support/bodies";
import { database, type TestProvider } from "../support/provider";
import { authorisedPlan, IN_STATUS, type Scene } from "../support/scenes";

/** Each state's Authorisation Status, Opportunity stage, DDA and next action, as the contract's table has them. */
const TUPLES = {
  "Awaiting Direct Debit": ["Pending", "Checkout Started", "Pending", "authorise_direct_debit"],
  "Awaiting Confirmation": ["Authorised", "Direct Debit Authorised", "Authorised", "confirm"],
  Confirmed: ["Authorised", "Payment Plan Signed", "Authorised", "none"],
  "Awaiting Payment": ["Pending", "Checkout Started", null, "open"],
  "Payment Pending": ["Pending", "Payment Processing", null, "wait"],
  "Payment Processing": ["Paid Upfront", "Paid Upfront", null, "none"],
  "Payment Failed": ["Failed", null, null, "none"],
  Cancelled: ["Cancelled", "Closed Lost", "Cancelled", "none"],
  Expired: ["Cancelled", "Closed Lost", "Expired", "none"],
} as const;

const OUTCOMES = {
  "Awaiting Direct Debit": ["in_progress", false],
  "Awaiting Confirmation": ["in_progress", false],
  Confirmed: ["signed", true],
  "Awaiting Payment": ["in_progress", false],
  "Payment Pending": ["in_progress", false],
  "Payment Processing": ["paid", true],
  "Payment Failed": ["failed", true],
  Cancelled: ["cancelled", true],
  Expired: ["expired", true],
} as const;

/** Every state that can be reached, and what happened after the checkout was created. */
const STATES: [status: CheckoutStatus, then: string, scene?: (typeof IN_STATUS)[CheckoutStatus]][] = [
  ["Awaiting Direct Debit", ""],
  ["Awaiting Confirmation", "direct_debit.authorised"],
  ["Confirmed", "direct_debit.authorised payment_plan.signed agreement.ready"],
  ["Awaiting Payment", ""],
  ["Payment Pending", ""],
  ["Payment Processing", "card_payment.succeeded"],
  ["Payment Failed", "card_payment.failed"],
  ["Cancelled", "checkout.cancelled"],
  [
    "Cancelled",
    "direct_debit.authorised checkout.cancelled",
    async (client, provider) => {
      const scene = await authorisedPlan(client, provider);
      ok(await client.cancel(scene.id));
      return scene;
    },
  ],
  [
    "Expired",
    "checkout.expired",
    async (client, provider) => {
      const scene = await IN_STATUS.Expired(client, provider);
      expectProblem(await client.cancel(scene.id), 410, "checkout_expired");
      return scene;
    },
  ],
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

it.each(STATES)("%s after “%s” has its tuple, and its events say so", async (status, then, arrange) => {
  const { provider, client } = await newCaller();
  const tuple = TUPLES[status];
  const told = ["checkout.created", ...then.split(" ").filter(Boolean)];
  const scene = await (arrange ?? IN_STATUS[status])(client, provider);
  const { body } = await client.status(scene.id);
  expect([body.checkout_status, tupleOf(body)]).toEqual([status, tuple]);
  expect([body.outcome, body.is_final]).toEqual(OUTCOMES[status]);

  const events = await eventsOf(provider, scene);
  expect(events.map(({ type }) => type)).toEqual(told);
  expect(events.map(({ sequence }) => sequence)).toEqual(told.map((_, at) => at + 1));
  for (const { id, data } of events) {
    expect(id).toMatch(/^evt_/);
    expect(data).toMatchObject({ checkout: { checkout_id: scene.id }, environment: "sandbox" });
    const text = JSON.stringify(data);
    expect(text).not.toMatch(
      /cht_|dds_|dd-setup|cps_|api\/card-payment|checkout_token|tok_test|"bsb":|000123456|000-000/,
    );
    const debit = data!.direct_debit as Body | null;
    if (debit) expect([debit.setup_url, debit.account]).toEqual([null, null]);
  }
  const last = events.at(-1)!.data as Body;
  expect([last.outcome, last.is_final]).toEqual(OUTCOMES[status]);
  // A lost answer is no event: the last one was told before the outcome became unknown.
  const [authorisation, stage, ...rest] = tuple;
  const toldStage = status === "Payment Pending" ? null : stage;
  expect([last.checkout_status, tupleOf(last)]).toEqual([status, [authorisation, toldStage, ...rest]]);
  const { timeline } = body;
  expect(timeline.map((entry: Body) => [entry.sequence, entry.event_id, entry.type])).toEqual(
    events.map(({ sequence, id, type }) => [sequence, id, type]),
  );
});

it("each event holds the resource as it was at that change", async () => {
  const { provider, client } = await newCaller();
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
  const { provider, client } = await newCaller();
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
