import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { chargeAttempt } from "../../drizzle/schema";
import { tick } from "../../lib/jobs/tick";
import { advance } from "../../lib/plans/collect";
import { timed } from "../../packages/dates/time";
import type { Deps } from "../../server/instance/deps";
import { createPortal } from "../../server/instance/portal";
import { makeAccount } from "../support/accounts";
import { expectAlwaysTrue } from "../support/always-true";
import { cardToken } from "../support/bodies";
import { makeDue } from "../support/charges";
import { makeDatabase } from "../support/database";
import { database, makeProvider } from "../support/provider";
import { atReview, depsOver, newVisit } from "./student";

/** A database of their own, in which nothing goes on in the background that a test did not start. */
const appKeys = `1:${randomBytes(32).toString("base64")}`;
let over: Deps;
let url: string;
beforeAll(async () => {
  url = await makeDatabase(inject("cluster"));
  over = depsOver(url, appKeys);
});
afterAll(() => over.close());

const PAID = { status: "moved", step: "plan", told: "paid" };
const CHECKED = { status: "moved", step: "plan/pay" };

/** A signed plan of 26 fortnightly payments that we collect. At $100.01 the sandbox's bank says that there is too little money. */
async function collected(priceCents = 260_026) {
  const db = database(url);
  const college = await makeProvider({}, db);
  await makeAccount({ db, vault: over.vault }, college, ["unused-secret"]);
  const student = await atReview({ over, db, college, priceCents });
  await student.confirm();
  const { portal, secret } = student;
  const [checkout] = await student.checkouts();
  const id = checkout!.id;
  const payment = async () => (await portal.planPayment(secret))!;
  return {
    ...student,
    id,
    payment,
    plan: async () => (await portal.plan(secret))!,
    wait: (days: number) =>
      advance(
        timed(student.deps, () => new Date()),
        college.id,
        days,
      ),
    /** As the page does it, with what stands there at the moment. */
    async card(what: "owed" | "all", token = cardToken(), through = portal) {
      const offer = (await payment()).choices![what]!.numbers;
      return (await through.payPlanByCard(newVisit(), secret, { token, termsVersion: "", offer }))!;
    },
    async recover() {
      for (const { id: attempt, status } of await student.attempts())
        if (status === "started" || status === "unknown") await makeDue(attempt, db);
      await tick(student.deps, new Date());
    },
    alwaysTrue: () => expectAlwaysTrue({ db, provider: college }, [id]),
  };
}

it("a student pays by card what is owed, and later everything that is left", async () => {
  const student = await collected();
  const { card, plan, payment, wait, charges, portal, secret } = student;
  expect((await payment()).choices, "nothing is owed").toMatchObject({
    owed: null,
    all: { amountCents: 260_026, count: 26 },
  });
  await wait(34);
  expect(await plan()).toMatchObject({ status: "On Hold", holdReason: "two_failed" });
  expect((await payment()).choices).toMatchObject({ owed: { amountCents: 20_002, numbers: "1,2" } });
  expect(await card("owed")).toEqual(PAID);
  expect(await plan(), "the plan goes on").toMatchObject({
    status: "Active",
    paidCents: 20_002,
    failed: null,
  });
  const states = (await plan()).payments.slice(0, 3).map(({ state }) => state);
  expect(states).toEqual(["paid_by_card", "paid_by_card", "planned"]);
  const calendar = (await student.portal.calendar(student.secret))!;
  expect(calendar.content.match(/: payment \d+/)?.[0], "the first debit to remember").toBe(": payment 3");
  expect(await charges()).toEqual(["succeeded 20002"]);
  await student.alwaysTrue();

  expect(await card("all")).toEqual(PAID);
  expect(await plan()).toMatchObject({ status: "Completed", paidCents: 260_026, byCard: null, next: null });
  expect(await charges()).toEqual(["succeeded 20002", "succeeded 240024"]);
  const { content } = (await portal.calendar(secret))!;
  expect(String(content), "nothing was debited, and nothing will be").not.toContain("Direct debit");
  await wait(60);
  await student.alwaysTrue();
});

it("a declined card leaves the plan as it was, and another card pays", async () => {
  const { card, plan, payment, wait, charges, alwaysTrue } = await collected();
  await wait(20);
  const before = await plan();
  expect(await card("owed", cardToken("declined_insufficient_funds"))).toMatchObject({
    status: "declined",
    message: expect.stringMatching(/You have not been charged\./),
  });
  expect(await plan()).toEqual(before);
  expect((await payment()).lastFailure).toContain("You have not been charged.");
  expect(await card("owed")).toEqual(PAID);
  expect((await payment()).lastFailure).toBeNull();
  expect(await card("all", cardToken("declined_lost_card"))).toMatchObject({
    message: expect.stringMatching(/You have not been charged\./),
  });
  expect(await charges()).toEqual(["declined 10001", "succeeded 10001", "declined 250025"]);
  await alwaysTrue();
});

it("a charge whose response is lost is awaited, keeps its payments from being debited, and is then paid once", async () => {
  const { card, plan, payment, wait, charges, recover, alwaysTrue } = await collected(150_000);
  await wait(8);
  expect(await card("all", cardToken("answer_lost"))).toEqual(CHECKED);
  expect(await payment()).toMatchObject({ awaited: { bankUrl: null }, choices: null });
  await wait(40);
  const { payments, paidCents } = await plan();
  expect([paidCents, new Set(payments.map(({ state }) => state))]).toEqual([0, new Set(["by_card"])]);
  await recover();
  expect(await plan()).toMatchObject({ status: "Completed", paidCents: 150_000 });
  await wait(40);
  expect(await charges()).toEqual(["succeeded 150000"]);
  await alwaysTrue();
});

it("a charge that was never made frees its payments, and what was due meanwhile is handed over late", async () => {
  const student = await collected(150_000);
  const { db, deps, card, plan, payment, wait, charges, recover, alwaysTrue } = student;
  await wait(8);
  const lost = createPortal({
    ...deps,
    gateway: { ...deps.gateway, charge: () => Promise.reject(new Error("lost")) },
  });
  expect(await card("all", cardToken(), lost)).toEqual(CHECKED);
  await wait(7);
  expect((await plan()).payments[0]?.state).toBe("by_card");
  const [key] = await student.attempts();
  const longAgo = { createdAt: sql`now() - interval '3 days'` };
  await db.update(chargeAttempt).set(longAgo).where(eq(chargeAttempt.id, key!.id));
  await recover();
  expect(await payment(), "that it failed is told after days too").toMatchObject({
    isPaid: false,
    lastFailure: expect.stringContaining("You have not been charged."),
  });
  await wait(1);
  expect((await plan()).payments[0]?.state).toBe("on_its_way");
  await wait(20);
  expect(await plan()).toMatchObject({ status: "Active", failed: null });
  expect(await charges()).toEqual([]);
  await alwaysTrue();
});

it("a form that is sent many times at once, by two windows, charges once", async () => {
  const { card, portal, secret, payment, wait, charges, plan, alwaysTrue } = await collected();
  await wait(20);
  const { owed, all } = (await payment()).choices!;
  const send = (numbers: string, token = cardToken()) =>
    portal.payPlanByCard(newVisit(), secret, { token, termsVersion: "", offer: numbers });
  const token = cardToken();
  const results = await Promise.all([
    ...[1, 2, 3].map(() => send(owed!.numbers, token)),
    ...[1, 2, 3].map(() => send(all.numbers)),
  ]);
  expect(results.filter((result) => result?.status === "moved").length).toBeGreaterThan(0);
  expect(await charges()).toHaveLength(1);
  const paid = (await plan()).paidCents;
  expect([owed!.amountCents, all.amountCents]).toContain(paid);
  const again = await send(paid === owed!.amountCents ? owed!.numbers : all.numbers, token);
  expect(again, "the same form once more").toEqual(PAID);
  expect(await charges()).toHaveLength(1);
  if (paid === owed!.amountCents) {
    expect(await send(all.numbers)).toMatchObject({
      status: "refused",
      message: expect.stringContaining("changed"),
    });
    expect(await card("all")).toEqual(PAID);
  }
  await alwaysTrue();
});
