import { and, asc, desc, eq, sql } from "drizzle-orm";
import { expect, it, type TestContext } from "vitest";
import { dda, debit, email, event, instalment } from "../../drizzle/schema";
import { authorise } from "../../lib/checkout/authorise";
import type { Authorisation } from "../../lib/checkout/authority";
import type { Id } from "../../lib/domain/ids";
import { retryDates } from "../../lib/domain/plan-changes";
import { GatewayNotReached } from "../../lib/gateway/port";
import { handOverDue } from "../../lib/plans/hand-over";
import { checkIntegrity } from "../../tools/integrity/check";
import { ok } from "../support/answer";
import { expectProblem } from "../support/api";
import { confirmBody } from "../support/bodies";
import { advance, type Collecting, collecting, eventTypes } from "../support/collection";
import { startedPlan } from "../support/scenes";

const PLAN = {
  pricing: { course_price: 500, amount_to_finance: 500 },
  plan: { payment_frequency: "Fortnightly", number_of_instalments: 2, instalment_amount: 250 },
};
const OTHER: Authorisation = {
  bank: { accountName: "Amelia Nguyen", bsb: "062000", accountNumber: "000123789" },
  via: "hosted_page",
};

/** A plan that is debited from an account of the sandbox. */
async function signed(context: TestContext, test_account: "success" | "closed", scene?: Collecting) {
  const all = scene ?? (await collecting(context));
  const { client, provider, here } = all;
  const { id, answer } = await startedPlan(client, provider, PLAN);
  ok(await client.authorise(id, { test_account }));
  const confirmation = confirmBody(answer.body);
  ok(await client.confirm(id, confirmation));
  const path = `/v1/provider-checkouts/${id}/payment-plan`;
  const { db } = here.deps;
  const checkoutId = id as Id<"chk">;
  const student = {
    actor: { kind: "student" },
    requestId: null,
    ipAddress: "203.0.113.7",
    userAgent: "x",
  } as const;
  return {
    ...all,
    id,
    confirmation,
    plan: async () => ok(await client.get(path)).body,
    change: (body: object) => client.post(`${path}/changes`, body),
    authorities: () =>
      db.select().from(dda).where(eq(dda.checkoutId, checkoutId)).orderBy(asc(dda.createdAt)),
    debits: () =>
      db.select().from(debit).where(eq(debit.checkoutId, checkoutId)).orderBy(asc(debit.createdAt)),
    /** As the hosted page does it. */
    give: (authorisation = OTHER, deps = here.deps) =>
      authorise(
        deps,
        { ...student, provider: { ...provider, timeZone: "Australia/Sydney" } },
        id,
        authorisation,
      ),
    makeDue: () =>
      db
        .update(instalment)
        .set({ handOverOn: sql`current_date - 2` })
        .where(and(eq(instalment.checkoutId, checkoutId), eq(instalment.number, 1))),
  };
}

it("a plan whose account was closed goes on from another account, and is paid in full", async (context) => {
  const all = await signed(context, "closed");
  const { client, id, plan, change, authorities } = all;
  const { today } = await advance(client, 25);
  expect(await plan()).toMatchObject({ status: "On Hold", hold_reason: "authority_ended" });
  expectProblem(await change({ kind: "resume" }), 409, "plan_change_not_applicable");

  const before = await authorities();
  const shown = ok(await change({ kind: "new_account", preview: true })).body;
  expect(shown).toMatchObject({ preview: true, setup_url: null, payment_plan: { status: "Active" } });
  expect(await authorities(), "a preview writes nothing").toEqual(before);
  const asked = ok(await change({ kind: "new_account" })).body;
  expect(asked).toMatchObject({ payment_plan: { status: "On Hold" }, takes_effect_on: today });
  expect(asked.setup_url).toContain("/api/dd-setup?session=dds_");
  expect(ok(await change({ kind: "new_account" })).body.setup_url).toBe(asked.setup_url);

  ok(await client.authorise(id, { test_account: "success" }));
  expect(await plan()).toMatchObject({ status: "Active", hold_reason: null, standing: "arrears" });
  expect((await eventTypes(client, id)).at(-1)).toBe("payment_plan.changed");
  const [former, live] = await authorities();
  const [told] = await all.here.deps.db.select().from(event).orderBy(desc(event.sequence)).limit(1);
  expect(told?.data).toMatchObject({ checkout: { dda_id: live?.id } });
  expect(former).toMatchObject({
    ...{ endedWhy: "account_gone", bankSealed: null, bankKeyVersion: null, accountEnding: "113" },
    ...{ authorityText: before[0]?.authorityText, authorisedAt: before[0]?.authorisedAt },
  });
  expect(live).toMatchObject({ endedAt: null, status: "Authorised", accountEnding: "456" });
  const [mail] = await all.here.deps.db.select().from(email).where(eq(email.kind, "plan_changed"));
  expect(mail?.change).toMatchObject({ kind: "new_account", by: "student" });

  const [date] = retryDates(today);
  ok(await change({ kind: "retry", number: 1, date: retryDates(today)[2] }));
  expect(date < (await plan()).instalments[0].debit_date).toBe(true);
  await advance(client, 90);
  expect(await plan()).toMatchObject({ status: "Completed", paid: 500 });
  expect(
    (await all.debits()).map(({ authority, status }) => [authority === live?.debitReference, status]),
  ).toEqual([
    [false, "Dishonoured"],
    [true, "Paid"],
    [true, "Paid"],
  ]);
  ok(await client.confirm(id, all.confirmation));
  const broken = (await checkIntegrity(all.here.deps)).filter(({ violations }) => violations > 0);
  expect(broken).toEqual([]);
  expectProblem(await change({ kind: "new_account" }), 409, "plan_change_not_applicable");
});

it("a debit that is on its way keeps its account, and its failure does not hold up the new one", async (context) => {
  const all = await signed(context, "closed");
  const { client, plan, change } = all;
  await advance(client, 13);
  expect(await plan()).toMatchObject({ standing: "in_flight" });
  ok(await change({ kind: "new_account" }));
  await all.give();
  await advance(client, 10);
  expect(await plan()).toMatchObject({
    ...{ status: "Active", standing: "arrears", hold_reason: null },
    instalments: [{ debits: [{ status: "Dishonoured", reason: "account_closed" }] }, {}],
  });
  await advance(client, 30);
  expect(await plan()).toMatchObject({ instalments: [{}, { debits: [{ status: "Paid" }] }] });
});

it("of two accounts that are authorised at once one is taken", async (context) => {
  const all = await signed(context, "success");
  await all.change({ kind: "new_account" });
  const second: Authorisation = { ...OTHER, bank: { ...OTHER.bank, accountNumber: "000123111" } };
  const [one, two] = await Promise.all([all.give(), all.give(second)]);
  const rows = await all.authorities();
  expect(rows.map(({ endedWhy }) => endedWhy)).toEqual(["replaced", null]);
  const ending = rows[1]?.accountEnding;
  expect([one, two].map(({ direct_debit }) => direct_debit?.account?.ending)).toEqual([ending, ending]);
  const types = await eventTypes(all.client, all.id);
  expect(types.filter((type) => type === "payment_plan.changed")).toHaveLength(1);
});

it("a debit that is past its cut-off is made once, from the account before, whenever the account changes", async (context) => {
  const scene = await collecting(context);
  const { deps } = scene.here;
  const handOver = () =>
    handOverDue({ deps, clock: deps.now, goesOn: () => true, only: null, silent: new Set() });
  for (let round = 0; round < 6; round++) {
    const all = await signed(context, "success", scene);
    await all.change({ kind: "new_account" });
    await all.makeDue();
    if (round === 0) await handOver();
    // The account goes ahead by more steps each time.
    const given = all.give();
    if (round === 5) await given;
    for (let steps = 0; steps < round * 8; steps++) await deps.db.execute(sql`select 1`);
    await Promise.all([given, handOver()]);
    await handOver();
    const rows = await all.authorities();
    const made = await all.debits();
    expect(rows.map(({ endedAt }) => endedAt === null)).toEqual([false, true]);
    expect(made).toHaveLength(1);
    expect(made[0]?.authority).toBe(rows[0]?.debitReference);
  }
});

it("an account that cannot be registered changes nothing", async (context) => {
  const all = await signed(context, "success");
  const { deps } = all.here;
  await all.change({ kind: "new_account" });
  const before = await all.authorities();
  const of: typeof deps.debits.of = async (providerId) => {
    const own = await deps.debits.of(providerId);
    return own && { ...own, register: () => Promise.reject(new GatewayNotReached("Not reached")) };
  };
  for (const none of [of, async () => null])
    await expect(all.give(OTHER, { ...deps, debits: { ...deps.debits, of: none } })).rejects.toMatchObject({
      code: "service_unavailable",
    });
  expect(await all.authorities()).toEqual(before);
  expect(await all.plan()).toMatchObject({ status: "Active" });
});
