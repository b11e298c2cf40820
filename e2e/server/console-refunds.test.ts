import { afterAll, describe, expect, it } from "vitest";
import type { StaffRole } from "../../drizzle/vocabulary";
import { findActs } from "../../lib/db/staff-acts";
import { openAction } from "../../lib/staff/actions/take";
import { readCheckout } from "../../lib/staff/checkout";
import type { Deps } from "../../server/instance/deps";
import { REASON, staffOf } from "../support/acting";
import type { Api } from "../support/api";
import { newCaller } from "../support/api";
import type { Body } from "../support/bodies";
import { advance, collecting, signedPlan } from "../support/collection";
import { depsHere } from "../support/here";
import { words } from "../support/html-form";
import type { TestProvider } from "../support/provider";
import { refundsPath } from "../support/refunds";
import { payNow, startedPlan } from "../support/scenes";
import { sharedSettings } from "../support/shared";
import { callerAt } from "../support/staff";
import { acted, prepared } from "../support/staff-action";

const deps = depsHere(sharedSettings());
afterAll(() => deps.close());

const DONE = { ok: true };

/** Staff of a provider, and what they do to one checkout. */
function deskOf(over: Deps, client: Api, provider: TestProvider, id: string) {
  const by = (role: StaffRole) => callerAt(provider, role);
  const page = async () => (await readCheckout(over, by("finance"), id))!;
  const newest = async () => (await page()).grants[0]!.id;
  return {
    id,
    by,
    page,
    grant: (role: StaffRole, what: string, amount: string) =>
      prepared(over, by(role), id, "refund_grant", { what, amount }),
    /** The grant's id, once it waits. */
    async granted(what: string, amount: string, role: StaffRole = "finance") {
      expect(await acted(over, by(role), id, "refund_grant", { what, amount })).toMatchObject(DONE);
      return newest();
    },
    send: (what: string, role: StaffRole = "finance") =>
      prepared(over, by(role), id, "refund_send", { what }),
    withdraw: (what: string, role: StaffRole = "finance") =>
      prepared(over, by(role), id, "refund_withdraw", { what }),
    refunds: async (): Promise<Body[]> => (await client.get(refundsPath(id))).body.data,
    acts: async () =>
      (await findActs(over.db, provider.id, { checkoutId: id as `chk_${string}` }, 20)).toReversed(),
  };
}

/** $1,500.00 paid by card. */
async function paid() {
  const { client, provider } = await newCaller();
  const { id } = await payNow(client, provider);
  const { charge_id } = (await client.post(refundsPath(id), { amount: 0.01, reason: "To learn the charge" }))
    .body;
  return { client, provider, charge: String(charge_id), ...deskOf(deps, client, provider, id) };
}

describe("a refund from the console", () => {
  it("is granted by one, waits on the page, and is sent by another", async () => {
    const { charge, granted, grant, send, page, refunds, acts } = await paid();
    const { said } = await grant("support", charge, "100");
    for (const text of [
      "$1,499.99 is left to refund. You grant $100.00 of it.",
      "The money will go to the card, Visa ending",
      "Nothing is refunded yet",
    ])
      expect(said).toContain(text);
    const id = await granted(charge, "100", "support");
    expect(await refunds()).toHaveLength(1);
    const { grants } = await page();
    expect(grants).toMatchObject([{ id, amountCents: 10_000, by: "Robin", reason: REASON }]);
    const sending = await send(id);
    expect(sending.said).toContain("A refund of $100.00 was granted by Robin on");
    expect(await sending.take()).toMatchObject(DONE);
    const [, made] = await refunds();
    expect(made).toMatchObject({
      amount: 100,
      charge_id: charge,
      reason: REASON,
      status: "Succeeded",
      requested_by: "staff:Robin",
    });
    expect((await page()).grants).toEqual([]);
    const rows = await acts();
    expect(rows).toMatchObject([
      { act: { action: "refund_grant", subject: charge, role: "support" }, outcome: { step: "done" } },
      { act: { action: "refund_send", subject: id, role: "finance" }, outcome: { step: "done" } },
    ]);
    expect(rows.map(({ outcome }) => JSON.parse(outcome?.after ?? ""))).toEqual([
      { amount_cents: 10_000 },
      { refund_id: made!.refund_id, status: "Succeeded" },
    ]);
  });

  it("is sent by a link on the page, which support does not see", async () => {
    const { provider, charge, granted, refunds, id } = await paid();
    await granted(charge, "100", "support");
    const sentence = "A refund of $100.00 was granted by Robin on";
    const link = /refund_send\?what=act_\w+/;
    const support = await (await staffOf({ provider }, "support")).checkout(id);
    expect(words(support)).toContain(sentence);
    expect(support.text).not.toMatch(link);
    const finance = await staffOf({ provider }, "finance");
    const [to = ""] = link.exec((await finance.checkout(id)).text) ?? [];
    const receipt = await finance.press(await finance.action(id, to), "Send a refund");
    expect([receipt.status, words(receipt).includes(sentence)]).toEqual([200, false]);
    expect((await refunds()).map(({ amount }) => amount)).toEqual([0.01, 100]);
  });

  it("is made once, however many people send it at once", async () => {
    const { charge, granted, send, refunds, page } = await paid();
    const id = await granted(charge, "100");
    const sending = await Promise.all([1, 2, 3].map(() => send(id)));
    const answers = await Promise.all(sending.map(({ take }) => take()));
    expect(answers).toContainEqual(expect.objectContaining(DONE));
    expect(await sending[0]!.take()).toMatchObject({ ok: false });
    expect((await refunds()).map(({ amount }) => amount)).toEqual([0.01, 100]);
    expect((await page()).grants).toEqual([]);
  });

  it("is limited by role: support grants up to $500.00 and sends none, finance grants all and sends", async () => {
    const { charge, grant, granted, by, id } = await paid();
    expect((await grant("support", charge, "500.01")).preview).toEqual({
      errors: { amount: "You can grant at most $500.00. Ask somebody in finance to grant more." },
    });
    await granted(charge, "500", "support");
    const more = await granted(charge, "900", "finance");
    const asked = (role: StaffRole, key: string) => openAction(deps, by(role), id, key, { what: more });
    for (const [role, key] of [
      ["viewer", "refund_grant"],
      ["viewer", "refund_send"],
      ["support", "refund_send"],
    ] as const)
      expect([role, key, await asked(role, key)]).toEqual([role, key, null]);
    for (const role of ["finance", "admin"] as const)
      expect(await asked(role, "refund_send")).toMatchObject({ title: "Send a refund" });
  });

  it("never exceeds what is left, counting what is granted already", async () => {
    const { charge, grant, granted, send, page, acts } = await paid();
    const [first, second] = [await grant("admin", charge, "1000"), await grant("admin", charge, "1499.99")];
    await granted(charge, "1499.98");
    expect((await grant("admin", charge, "0.02")).preview).toEqual({
      errors: { amount: "You can refund at most $0.01 of this payment." },
    });
    for (const late of [first, second]) expect(await late.take()).toMatchObject({ ok: false });
    const [waiting] = (await page()).grants;
    expect(await (await send(waiting!.id)).take()).toMatchObject(DONE);
    expect((await page()).offers.find(({ key }) => key === "refund_grant")?.whyNot).toBeNull();
    await granted(charge, "0.01");
    expect((await page()).offers.find(({ key }) => key === "refund_grant")?.whyNot).toBe(
      "All that was paid is refunded, or granted to be.",
    );
    expect((await acts()).every(({ outcome }) => outcome?.step === "done")).toBe(true);
  });

  it("that the processor refuses can be sent again", async () => {
    const { charge, granted, send, page, acts } = await paid();
    const id = await granted(charge, "10.94");
    expect(await (await send(id)).take()).toMatchObject({
      ok: false,
      notice: "The processor cannot refund this payment yet.",
    });
    expect((await page()).grants).toMatchObject([{ id }]);
    expect((await acts()).at(-1)).toMatchObject({
      act: { action: "refund_send" },
      outcome: { step: "refused" },
    });
  });

  it("is withdrawn or sent, never both", async () => {
    const { charge, granted, send, withdraw, page, refunds, acts } = await paid();
    const kept = await granted(charge, "20");
    const id = await granted(charge, "100");
    const [sending, withdrawing] = [await send(id), await withdraw(id, "support")];
    const answers = await Promise.all([withdrawing.take(), sending.take()]);
    const done = answers.filter((answer) => answer?.ok).length;
    const isSent = (await refunds()).length === 2;
    expect(done).toBeLessThanOrEqual(1);
    expect(isSent).toBe(answers[1]?.ok === true);
    if (done === 0) expect(await (await withdraw(id)).take()).toMatchObject(DONE);
    expect((await page()).grants).toMatchObject([{ id: kept }]);
    expect(await (await withdraw(kept)).take()).toMatchObject(DONE);
    expect(await (await send(kept)).take()).toMatchObject({
      ok: false,
      notice: "This checkout is of another kind.",
    });
    expect((await acts()).at(-1)).toMatchObject({
      act: { action: "refund_grant", subject: kept, before: '{"amount_cents":2000}' },
      outcome: { step: "done", after: '{"withdrawn":true}' },
    });
  });

  it("of another provider's checkout is the same as one that does not exist", async () => {
    const { id, charge, granted } = await paid();
    const grant = await granted(charge, "100");
    const other = await paid();
    for (const key of ["refund_grant", "refund_send", "refund_withdraw"])
      expect(await openAction(deps, other.by("admin"), id, key, { what: grant })).toBeNull();
    const crossed = await prepared(deps, other.by("admin"), other.id, "refund_send", { what: grant });
    expect(crossed.preview).toEqual({ notice: "This checkout is of another kind." });
  });

  it("needs a payment", async () => {
    const { client, provider } = await newCaller();
    const { id } = await startedPlan(client, provider);
    const page = await readCheckout(deps, callerAt(provider, "finance"), id);
    expect(page?.offers.map(({ key }) => key)).not.toContain("refund_grant");
  });

  it("of a debit goes back to the account, once the debit is paid and has settled", async (context) => {
    const scene = await collecting(context);
    const { client, provider, here } = scene;
    const { id, plan } = await signedPlan(scene, { count: 4, frequency: "Monthly" });
    const desk = deskOf(here.deps, client, provider, id);
    const grantNow = async () => (await desk.page()).offers.find(({ key }) => key === "refund_grant");
    expect(await grantNow()).toBeUndefined();
    await advance(client, 15);
    expect((await grantNow())?.whyNot).toBe("No debit is paid yet, so there is nothing to refund.");
    await advance(client, 9);
    const { debit_id } = (await plan()).instalments[0].debits[0];
    const { said } = await desk.grant("support", debit_id, "100");
    for (const text of ["ending", "A debit can be refunded only once it has settled."])
      expect(said).toContain(text);
    const grant = await desk.granted(debit_id, "100", "support");
    expect(await (await desk.send(grant)).take()).toMatchObject(DONE);
    expect(await desk.refunds()).toMatchObject([{ debit_id, amount: 100, status: "Succeeded" }]);
  });
});
