import { eq } from "drizzle-orm";
import { expect, it, type TestContext } from "vitest";
import { debitPoll, operatorAlert, refund } from "../../drizzle/schema";
import { type Id, newId } from "../../lib/domain/ids";
import type { Payout, PayoutLine } from "../../lib/gateway/payout-port";
import { makeAccount } from "../support/accounts";
import { ok } from "../support/answer";
import { Api } from "../support/api";
import type { Body } from "../support/bodies";
import { advance, signedPlan } from "../support/collection";
import { freshSettings } from "../support/fresh";
import { serveHere } from "../support/here";
import { makeProvider } from "../support/provider";
import { askRefund } from "../support/refunds";
import { payNow } from "../support/scenes";
import { openAlerts, problemsOf, settlements } from "../support/settlements";

type Planted = (payout: Payout) => void;

/** A provider whose sandbox account takes cards and debits. A test may change the next payouts on their way. */
async function paidOut({ onTestFinished }: TestContext) {
  const here = await serveHere(await freshSettings());
  onTestFinished(here.stop);
  const { deps } = here;
  const another = await caller();
  const own = await caller();
  async function caller() {
    const provider = await makeProvider({}, deps.db);
    await makeAccount(deps, provider, ["unused-secret"], { takes: ["cards", "debits"] });
    return { provider, client: new Api(here.url, provider.key) };
  }
  const scene = { ...own, another, db: deps.db, onTheWay: null as Planted | null };
  const { byId } = deps.debits;
  deps.debits.byId = async (providerId, id) => {
    const found = await byId(providerId, id);
    return (
      found && {
        ...found,
        async payoutsSince(of, cursor, now) {
          const read = await found.payoutsSince!(of, cursor, now);
          if (providerId === own.provider.id) for (const payout of read.payouts) scene.onTheWay?.(payout);
          return read;
        },
      }
    );
  };
  return scene;
}
type PaidOut = Awaited<ReturnType<typeof paidOut>>;

async function readAgain(scene: PaidOut) {
  await scene.db.update(debitPoll).set({ cursor: null }).where(eq(debitPoll.providerId, scene.provider.id));
  await advance(scene.client, 1);
}

async function manyPayments(scene: PaidOut) {
  const weekly = (amount: number) => signedPlan(scene, { count: 4, amount, frequency: "Weekly" });
  const plans = [];
  for (const amount of [100, 110, 120, 130, 140, 150, 60.91, 70.01]) plans.push(await weekly(amount));
  const { id } = await payNow(scene.client, scene.provider);
  ok(await askRefund(scene.client, id, 20), 201);
  return { failing: plans.at(-1)! };
}

it("every line of good payouts is known, however often they are read", async (context) => {
  const scene = await paidOut(context);
  await manyPayments(scene);
  await advance(scene.client, 60);
  const all = await settlements(scene);
  expect(problemsOf(all)).toEqual([]);
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(["matched"]));
  const lines: Body[] = all.flatMap((one) => one.lines);
  expect(lines.every(({ matched }) => matched !== null)).toBe(true);
  expect(new Set(lines.map(({ kind }) => kind))).toEqual(new Set(["charge", "debit", "refund", "reversal"]));
  for (const { amount, lines } of all)
    expect(lines.reduce((sum: number, { net }: Body) => sum + net, 0)).toBeCloseTo(amount, 5);
  expect(await scene.db.$count(operatorAlert), "also while a debit was not paid out yet").toBe(0);

  await readAgain(scene);
  expect(await settlements(scene), "nothing came twice").toEqual(all);
  expect((await scene.another.client.get("/v1/settlements")).body.data).toEqual([]);
  const theirs = await scene.another.client.get(`/v1/settlements/${all[0]!.settlement_id}`);
  expect(theirs.body.code).toBe("settlement_not_found");
});

it("of many lines exactly the twelve planted faults are found, and are over once the payouts are right", async (context) => {
  const scene = await paidOut(context);
  const { client, provider, another, db } = scene;
  const { failing } = await manyPayments(scene);
  const theirs = await signedPlan(another, { count: 1, amount: 80 });
  await advance(another.client, 25);
  await advance(client, 22);
  const before = await settlements(scene);
  expect(problemsOf(before)).toEqual([]);
  const debitsOf = async ({ plan }: Awaited<ReturnType<typeof signedPlan>>): Promise<Body[]> =>
    (await plan()).instalments.flatMap(({ debits }: Body) => debits);
  const [[foreign], [failed]] = [await debitsOf(theirs), await debitsOf(failing)];
  const earlier: Body = before.flatMap(({ lines }) => lines).find(({ kind }: Body) => kind === "debit");
  const { id } = await payNow(client, provider);
  const given = ok(await askRefund(client, id, 10), 201).body.refund_id as Id<"ref">;
  await db
    .update(refund)
    .set({ status: "Failed", failureReason: "Sent back", dueAt: null })
    .where(eq(refund.id, given));

  const used = new Set<PayoutLine>();
  const fresh = (payout: Payout, kind: PayoutLine["kind"]) => {
    // Not one that is taken back later.
    const found = payout.lines.find(
      (line) => line.kind === kind && line.grossCents !== 6_091 && !used.has(line),
    );
    if (found) used.add(found);
    return found;
  };
  const add = (payout: Payout, line: Partial<PayoutLine>) => {
    const made = {
      kind: "debit",
      reference: `planted ${newId("evt")}`,
      key: null,
      grossCents: 5_000,
      ...line,
    } as const;
    payout.lines.push({ ...made, feeCents: 0, netCents: made.grossCents });
    payout.amountCents += made.grossCents;
    return true;
  };
  const more = (payout: Payout, kind: PayoutLine["kind"]) => {
    const line = fresh(payout, kind);
    if (!line) return false;
    line.grossCents += 100;
    line.netCents += 100;
    payout.amountCents += 100;
    return true;
  };
  const faults: [string, (payout: Payout) => boolean | undefined][] = [
    ["amount_differs", (payout) => more(payout, "debit")],
    ["amount_differs", (payout) => more(payout, "charge")],
    ["status_differs", (payout) => payout.lines.some(({ key }) => key === given)],
    [
      "status_differs",
      (payout) => {
        const line = fresh(payout, "debit");
        return line && add(payout, { kind: "reversal", key: line.key, grossCents: -line.grossCents });
      },
    ],
    [
      "doubled",
      (payout) => {
        const line = fresh(payout, "debit");
        return line && add(payout, { key: line.key, grossCents: line.grossCents });
      },
    ],
    [
      "missing",
      (payout) => {
        const line = fresh(payout, "debit");
        if (!line) return false;
        payout.lines.splice(payout.lines.indexOf(line), 1);
        payout.amountCents -= line.netCents;
        return true;
      },
    ],
    ["unknown", (payout) => add(payout, { key: newId("dbt") })],
    ["unknown", (payout) => add(payout, { kind: "other" })],
    ["unknown", (payout) => add(payout, { key: foreign!.debit_id, grossCents: 8_000 })],
    ["status_differs", (payout) => add(payout, { key: failed!.debit_id, grossCents: 7_001 })],
    [
      "doubled",
      (payout) => add(payout, { key: earlier.matched.id, grossCents: Math.round(earlier.gross * 100) }),
    ],
    [
      "sum_differs",
      (payout) => {
        payout.amountCents -= 1;
        return true;
      },
    ],
  ];
  const left = new Set(faults);
  scene.onTheWay = (payout) => {
    let planted = 0;
    // Not all in one payout.
    for (const fault of [...left])
      if (planted < 4 && fault[1](payout)) {
        left.delete(fault);
        planted++;
      }
  };
  await advance(client, 40);
  expect(left.size, "faults that were not planted").toBe(0);
  const after = await settlements(scene);
  expect(problemsOf(after)).toEqual(faults.map(([code]) => code).sort());
  expect(problemsOf(after).length).toBe(12);
  const wrong = after.filter(({ status }) => status === "needs_attention");
  expect(wrong.every((one) => problemsOf([one]).length > 0)).toBe(true);
  const alerts = await openAlerts(scene);
  expect(alerts.map(({ reference }) => reference).sort()).toEqual(
    wrong.map(({ settlement_id }) => settlement_id).sort(),
  );
  expect((await client.get("/v1/settlements?status=needs_attention")).body.data.length).toBe(wrong.length);

  scene.onTheWay = null;
  await db.update(refund).set({ status: "Succeeded", failureReason: null }).where(eq(refund.id, given));
  await readAgain(scene);
  const healed = await settlements(scene);
  expect(problemsOf(healed)).toEqual([]);
  expect(await openAlerts(scene)).toEqual([]);
  const touched = wrong.map(({ settlement_id }) => settlement_id);
  for (const one of healed.filter(({ settlement_id }) => touched.includes(settlement_id)))
    expect(
      one.updated_at > wrong.find(({ settlement_id }) => settlement_id === one.settlement_id)!.updated_at,
    ).toBe(true);
});

it("what a reset deletes is not paid out later", async (context) => {
  const scene = await paidOut(context);
  await signedPlan(scene, { count: 1 });
  await advance(scene.client, 16);
  ok(await scene.client.post("/v1/sandbox/reset"));
  await advance(scene.client, 15);
  expect(await settlements(scene)).toEqual([]);
});
