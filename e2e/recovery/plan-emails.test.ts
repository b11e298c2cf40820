import { and, asc, eq, ne } from "drizzle-orm";
import { expect, it, type TestContext } from "vitest";
import { chargeAttempt, email, operatorAlert } from "../../drizzle/schema";
import type { Id } from "../../lib/domain/ids";
import { tick } from "../../lib/jobs/tick";
import { nextBusinessDay } from "../../packages/dates/business-days";
import { addDays, formatDay } from "../../packages/dates/calendar";
import { ok } from "../support/answer";
import { cardToken } from "../support/bodies";
import { payWithCard } from "../support/card-payment";
import { advance, type Collecting, collecting, signedPlan } from "../support/collection";
import { depsHere } from "../support/here";

/** A provider that collects, in a sandbox that keeps its emails, where two processes work at once. */
async function scene(context: TestContext) {
  const made: Collecting = await collecting(context, { changes: { MAIL_KEEP: "on" } });
  const { deps } = made.here;
  const second = depsHere(made.settings);
  context.onTestFinished(() => second.close());
  /** All that is due, and then all once more. */
  async function work() {
    for (const _ of [1, 2]) await Promise.all([deps, second].map((each) => tick(each)));
  }
  /** Of a plan, but for its agreement, the oldest first. */
  const mails = (id: string) =>
    deps.db
      .select()
      .from(email)
      .where(and(eq(email.checkoutId, id as Id<"chk">), ne(email.kind, "agreement")))
      .orderBy(asc(email.createdAt), asc(email.id));
  const kinds = async (id: string) => (await mails(id)).map(({ kind }) => kind);
  return { ...made, db: deps.db, work, mails, kinds };
}

/** Works after each day, so that whatever would come twice does. */
async function days({ client, work }: Awaited<ReturnType<typeof scene>>, count: number) {
  const clock = await advance(client, count);
  await work();
  return String(clock.today);
}

it("each debit to come and the completed plan are told once, whoever works and how often", async (context) => {
  const all = await scene(context);
  const { id, plan } = await signedPlan(all, { count: 2, amount: 250 });
  const [first, second] = (await plan()).instalments;
  const today = await days(all, 5);
  const [told, ...early] = await all.mails(id);
  expect(early).toEqual([]);
  expect(told).toMatchObject({ kind: "debit_upcoming", about: `${first.debit_date} 1`, status: "kept" });
  const day = formatDay(first.debit_date, today);
  expect(told?.textBody).toContain(`On ${day} we debit $250.00 from your account ending`);
  expect(told?.textBody).toContain(`You can change this until ${formatDay(first.can_change_until, today)}.`);
  await days(all, 30);
  expect((await all.mails(id)).map(({ kind, about, status }) => [kind, about.slice(0, 12), status])).toEqual([
    ["debit_upcoming", `${first.debit_date} 1`, "kept"],
    ["debit_upcoming", `${second.debit_date} 2`, "kept"],
    ["plan_completed", expect.anything(), "kept"],
  ]);
});

it("no email says that a payment is debited while the outcome of a card that pays it is awaited", async (context) => {
  const all = await scene(context);
  const { id } = await signedPlan(all, { count: 2, amount: 250 });
  await payWithCard(all.here.deps, all.provider, id, [1], cardToken("answer_lost"));
  await advance(all.client, 6);
  expect(await all.kinds(id)).toEqual([]);
  await all.db.update(chargeAttempt).set({ status: "closed", dueAt: null, leaseUntil: null });
  await all.work();
  expect(await all.kinds(id), "it took nothing").toEqual(["debit_upcoming"]);
});

it("who pays everything by card gets one email, with the receipt", async (context) => {
  const all = await scene(context);
  const { id } = await signedPlan(all, { count: 2, amount: 250 });
  await payWithCard(all.here.deps, all.provider, id, [1, 2]);
  await all.work();
  const [told, ...more] = await all.mails(id);
  expect([told?.kind, more]).toEqual(["plan_changed", []]);
  expect(told?.textBody).toContain("All payments of your plan are paid. You have paid $500.00,");
  expect(told?.textBody).toMatch(/Card: Visa ending 4242\nReceipt number: \S+/);
});

it("each debit that fails is told once, and so is the date that the student chose", async (context) => {
  const all = await scene(context);
  const { id, plan, change } = await signedPlan(all, { count: 3, amount: 100.01, frequency: "Monthly" });
  await days(all, 25);
  expect(await all.kinds(id)).toEqual(["debit_upcoming", "debit_failed"]);
  const today = await days(all, 31);
  const kinds = ["debit_upcoming", "debit_failed", "debit_upcoming", "debit_failed"];
  expect(await all.kinds(id)).toEqual(kinds);
  const [, failed, , again] = await all.mails(id);
  expect(failed?.textBody).toContain("there was not enough money in the account that day.");
  expect(failed?.textBody).toContain("We can debit it again on");
  expect(again?.textBody).toContain("This is the second payment in a row, so your plan is on hold.");
  await days(all, 30);
  expect(await all.kinds(id), "nothing is debited without a choice").toEqual(kinds);
  const later = addDays(today, 30);
  const resumed = ok(await change({ kind: "resume" })).body;
  expect(resumed.takes_effect_on).toBe(later);
  const next = nextBusinessDay(addDays(resumed.payment_plan.next_debit.date, 7));
  const moved = ok(await change({ kind: "move", number: 3, date: next })).body;
  expect(moved.takes_effect_on).toBe(addDays(later, 14));
  await all.work();
  expect(await all.kinds(id)).toEqual([...kinds, "plan_changed", "plan_changed"]);
  const told = (await all.mails(id)).at(-1)?.textBody;
  expect(told).toContain(`moved payment 3, $100.01, to ${formatDay(next, later)}.`);
  expect(told).toContain(`This takes effect on ${formatDay(addDays(later, 14), later)}.`);
  expect((await plan()).status).toBe("Active");
});

it("a technical failure is an alert to operators, and no email", async (context) => {
  const all = await scene(context);
  const { id, plan } = await signedPlan(all, { count: 2, amount: 100.06, frequency: "Monthly" });
  await days(all, 25);
  expect(await all.kinds(id)).toEqual(["debit_upcoming"]);
  const [{ debit_id }] = (await plan()).instalments[0].debits;
  expect(await all.db.select().from(operatorAlert)).toMatchObject([
    { kind: "debit_unexplained", reference: debit_id, details: { reason: "technical", checkout_id: id } },
  ]);
});

it("once the payer has died no email of that enrolment is sent, not even one that waits", async (context) => {
  const all = await scene(context);
  const { plan, change } = await signedPlan(all, { count: 2, amount: 100.07, frequency: "Monthly" });
  await days(all, 5);
  // It waits for a mail server that is down.
  const later = new Date(Date.now() + 86_400_000);
  const waits = { status: "pending", dueAt: later, finishedAt: null } as const;
  const nothingKept = { subject: null, textBody: null, htmlBody: null };
  await all.db.update(email).set({ ...waits, ...nothingKept });
  await days(all, 20);
  expect(await plan()).toMatchObject({ status: "On Hold", hold_reason: "person" });
  ok(await change({ kind: "end" }));
  await all.db.update(email).set({ dueAt: new Date() }).where(eq(email.status, "pending"));
  await all.work();
  const left = await all.db.select().from(email);
  expect(left.map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual([
    "agreement cancelled",
    "debit_upcoming cancelled",
    "plan_changed cancelled",
  ]);
});
