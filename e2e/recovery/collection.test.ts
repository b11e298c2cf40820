import { isNotNull } from "drizzle-orm";
import { expect, it } from "vitest";
import { instalment } from "../../drizzle/schema";
import { ok } from "../support/answer";
import { expectFieldError, expectProblem } from "../support/api";
import { advance, collecting, eventTypes, signedPlan } from "../support/collection";

const SIGNED = ["checkout.created", "direct_debit.authorised", "payment_plan.signed", "agreement.ready"];

it("a signed plan is collected on its dates, each payment once, until it is completed", async (context) => {
  const scene = await collecting(context);
  const { client } = scene;
  const { id, plan } = await signedPlan(scene);
  const signed = await plan();
  expect(signed).toMatchObject({ status: "Active", standing: "up_to_date", paid: 0, outstanding: 500 });
  expect(signed.instalments.map((one: { debits: unknown[] }) => one.debits)).toEqual([[], []]);
  const [first] = signed.instalments;
  expect(signed.next_debit).toEqual({
    number: 1,
    date: first.debit_date,
    amount: 250,
    can_change_until: first.can_change_until,
  });

  await advance(client, 14);
  expect(await plan()).toMatchObject({ standing: "in_flight", paid: 0, next_debit: { number: 2 } });
  const [sent] = (await plan()).instalments[0].debits;
  expect(sent).toMatchObject({ status: "Sent", date: first.debit_date, amount: 250, attempt: 1 });

  await advance(client, 30);
  expect(await plan()).toMatchObject({
    status: "Completed",
    standing: "up_to_date",
    paid: 500,
    outstanding: 0,
  });
  const { body } = await client.status(id);
  expect(body).toMatchObject({
    checkout_status: "Confirmed",
    opportunity_stage: "Payment Plan Completed",
    payment_plan: { status: "Completed", paid: 500, next_debit: null },
  });
  expect(await eventTypes(client, id)).toEqual([
    ...SIGNED,
    "debit.sent",
    "debit.paid",
    "debit.sent",
    "debit.paid",
    "payment_plan.completed",
  ]);
});

it("a debit that fails for want of money stays owed, and is debited again only on a date that was chosen", async (context) => {
  const scene = await collecting(context);
  const { client } = scene;
  const { plan, change } = await signedPlan(scene, { count: 3, amount: 100.01, frequency: "Monthly" });
  await advance(client, 25);
  expect(await plan()).toMatchObject({
    status: "Active",
    standing: "arrears",
    arrears: { amount: 100.01 },
    paid: 0,
    instalments: [{ debits: [{ status: "Dishonoured", reason: "insufficient_funds" }] }, {}, {}],
  });
  await advance(client, 31);
  expect(await plan(), "the second in a row").toMatchObject({ status: "On Hold", hold_reason: "two_failed" });
  await advance(client, 60);
  expect((await plan()).instalments.map((one: { debits: unknown[] }) => one.debits.length)).toEqual([
    1, 1, 0,
  ]);
  const early = await change({ kind: "retry", number: 1, date: "2026-01-05" });
  expectProblem(early, 409, "plan_change_not_applicable");
});

it("a provider takes a plan off its hold, and its student has 14 days before the next debit", async (context) => {
  const scene = await collecting(context);
  const { client } = scene;
  const { id, plan, change } = await signedPlan(scene, { count: 4, amount: 100.05, frequency: "Weekly" });
  await advance(client, 80);
  expect(await plan(), "the bank stopped it").toMatchObject({
    status: "On Hold",
    hold_reason: "bank_stopped",
  });
  const { today } = await advance(client, 1);
  const debits = async () => (await plan()).instalments.flatMap((one: { debits: unknown[] }) => one.debits);
  const before = (await debits()).length;
  const { body } = await change({ kind: "resume" });
  expect(body.payment_plan).toMatchObject({ status: "Active", hold_reason: null, standing: "arrears" });
  const notice = Date.parse(body.payment_plan.next_debit.can_change_until) - Date.parse(today);
  expect(notice / 86_400_000).toBeGreaterThanOrEqual(10);
  await advance(client, 13);
  expect(await debits()).toHaveLength(before);
  expect((await eventTypes(client, id)).at(-1)).toBe("payment_plan.changed");
  await advance(client, 14);
  expect((await debits()).length).toBeGreaterThan(before);
});

it("a payment that came another way is not debited, counts as paid, and completes the plan if it is the last", async (context) => {
  const scene = await collecting(context);
  const { client } = scene;
  const { id, plan, change } = await signedPlan(scene);
  const received_on = new Date().toISOString().slice(0, 10);
  const outside = { kind: "outside_payment", received_on, reference: "Transfer 20714" };
  const other = await signedPlan(scene, { count: 2, amount: 100 });
  for (const number of [1, 2]) ok(await other.change({ ...outside, number }));
  expect(await other.plan()).toMatchObject({ status: "Completed", paid: 200, next_debit: null });
  expect((await eventTypes(client, other.id)).slice(SIGNED.length)).toEqual([
    "payment_plan.changed",
    "payment_plan.changed",
    "payment_plan.completed",
  ]);

  const missing = await change({ kind: "outside_payment" });
  expectFieldError(missing, "/received_on", "required");
  const shown = await change({ ...outside, number: 2, amount: 250, preview: true });
  expect(shown.body.payment_plan).toMatchObject({ paid: 250, outstanding: 250 });
  expect(await plan()).toMatchObject({ paid: 0 });
  const { body } = ok(await change({ ...outside, number: 2 }));
  expect(body.payment_plan.instalments[1]).toMatchObject({
    can_change_until: null,
    debits: [],
    outside_payment: {
      received_on,
      reference: "Transfer 20714",
      recorded_by: expect.stringMatching(/^api_key:/),
    },
  });
  expectProblem(await change({ ...outside, number: 2 }), 409, "plan_change_not_applicable");
  await advance(client, 12);
  expectProblem(await change({ ...outside, number: 1 }), 409, "change_too_late");
  await advance(client, 60);
  expect(await plan()).toMatchObject({ status: "Completed", paid: 500, outstanding: 0 });
  expect((await plan()).instalments[1].debits).toEqual([]);
  expect((await client.status(id)).body.payment_plan).toMatchObject({ paid: 500 });
});

it("once the end of a plan is answered nothing more is planned, and nothing is debited however far time goes", async (context) => {
  const scene = await collecting(context);
  const { client } = scene;
  const { id, plan, change } = await signedPlan(scene, { count: 4, amount: 100 });
  await advance(client, 12);
  const received_on = new Date().toISOString().slice(0, 10);
  ok(await change({ kind: "outside_payment", received_on, number: 4 }));
  const { body } = ok(await change({ kind: "end" }));
  expect(body.payment_plan).toMatchObject({ status: "Ended", next_debit: null });
  const planned = await scene.here.deps.db.select().from(instalment).where(isNotNull(instalment.handOverOn));
  expect(planned).toEqual([]);
  await advance(client, 200);
  const debits = (await plan()).instalments.map((one: { debits: unknown[] }) => one.debits);
  expect(debits, "what was sent before runs on").toMatchObject([[{ status: "Paid" }], [], [], []]);
  expect((await client.status(id)).body.opportunity_stage).toBe("Payment Plan Ended");
});

it("a preview of a pause changes nothing, and the pause itself moves the later payments", async (context) => {
  const scene = await collecting(context);
  const { plan, change } = await signedPlan(
    scene,
    { count: 4, amount: 100 },
    {
      plan: {
        payment_frequency: "Fortnightly",
        number_of_instalments: 4,
        instalment_amount: 100,
        first_payment_date: new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10),
      },
    },
  );
  const before = await plan();
  const until = before.instalments[2].due_date;
  const shown = await change({ kind: "pause", until, preview: true });
  expect(shown.body).toMatchObject({
    preview: true,
    payment_plan: { status: "Paused", paused_until: until },
  });
  expect(await plan()).toEqual(before);
  const paused = await change({ kind: "pause", until });
  expect(paused.body.payment_plan.instalments).toEqual(shown.body.payment_plan.instalments);
  expect((await plan()).instalments[0].due_date).toBe(until);
  expect((await change({ kind: "resume" })).body.payment_plan.status).toBe("Active");
});

it("without an account that collects nothing is collected", async (context) => {
  const { here, client } = await collecting(context);
  void here;
  const answer = await client.get("/v1/provider-checkouts/chk_01m7xzsvdaexwt5dmxs7qvyfwd/payment-plan");
  expectProblem(answer, 404, "checkout_not_found");
});
