import { describe, expect, it } from "vitest";
import { addDays } from "../../packages/dates/calendar";
import { createPortal } from "../../server/instance/portal";
import { atBank, atOnce, atReview, BY_PLAN, newVisit, type Student } from "./student";

/** As the page does it: for the plan that stands there at the moment. */
async function change(student: Student, checkoutId?: string) {
  const shown = checkoutId ?? (await student.view()).checkoutId ?? "";
  return (await student.portal.changeAccount(newVisit(), student.secret, shown))!;
}

describe("another bank account for an authorised plan", () => {
  it("ends the old authority and begins the very same plan: only the bank is asked for again", async () => {
    const student = await atReview();
    const before = await student.view();
    expect(await change(student)).toEqual({ ok: true, step: "bank" });
    expect(await student.statuses()).toEqual(["Cancelled", "Awaiting Direct Debit"]);
    const now = await student.view();
    expect(now.plan).toEqual(before.plan);
    expect(now.student).toEqual(before.student);
    expect(now.bank).toBeNull();
    await student.authorise();
    expect(await student.confirm()).toEqual({ ok: true, step: "done" });
    expect(await student.statuses()).toEqual(["Cancelled", "Confirmed"]);
  });

  it("is for a plan that was authorised only, and for the one that stood on the page", async () => {
    const student = await atBank();
    expect(await change(student)).toEqual({ ok: true, step: "bank" });
    expect(await student.statuses()).toEqual(["Awaiting Direct Debit"]);
    await student.authorise();
    const first = (await student.view()).checkoutId!;
    await student.choose({ ...BY_PLAN, numberOfInstalments: "10" });
    await student.authorise();
    expect(await change(student, first)).toEqual({ ok: true, step: "review", undone: "plan" });
    expect(await student.statuses()).toEqual(["Cancelled", "Awaiting Confirmation"]);
  });

  it("leaves a plan as it is that could not be had again: its price has changed, or its first day is over", async () => {
    const student = await atReview();
    expect((await student.view()).isPlanStillOffered).toBe(true);
    await student.setPrice(170_000);
    expect((await student.view()).isPlanStillOffered).toBe(false);
    expect(await change(student)).toEqual({ ok: true, step: "pay" });
    await student.setPrice(150_000);
    const later = new Date(`${addDays(BY_PLAN.firstPaymentDate, 1)}T03:00:00Z`);
    const late = await atReview();
    const portal = createPortal({ ...late.deps, now: () => later });
    const shown = (await portal.view(late.secret))!;
    expect(shown.isPlanStillOffered).toBe(false);
    for (const one of [student, late]) expect(await one.statuses()).toEqual(["Awaiting Confirmation"]);
  });

  it("and the signature at once: one of them wins, never both", async () => {
    for (let round = 0; round < 3; round++) {
      const student = await atReview();
      const shown = (await student.view()).checkoutId!;
      await Promise.all([student.confirm(), change(student, shown)]);
      const statuses = await student.statuses();
      expect([["Confirmed"], ["Cancelled", "Awaiting Direct Debit"]]).toContainEqual(statuses);
      expect(await student.step()).toBe(statuses.length === 1 ? "done" : "bank");
    }
  });

  it("from ten windows at once is one change", async () => {
    const student = await atReview();
    const shown = (await student.view()).checkoutId!;
    await atOnce(10, () => change(student, shown));
    expect(await student.step()).toBe("bank");
    expect(await student.statuses()).toEqual(["Cancelled", "Awaiting Direct Debit"]);
  });
});

describe("the choice that a page shows", () => {
  it("is that of the plan under way, whatever another window chose and lost", async () => {
    const student = await atBank();
    await atOnce(6, (index) =>
      student.choose({ ...BY_PLAN, numberOfInstalments: String(10 + index), frequency: "Monthly" }),
    );
    const { chosen, plan } = await student.view();
    expect(chosen).toEqual({
      frequency: plan!.frequency,
      numberOfInstalments: plan!.numberOfInstalments,
      firstPaymentDate: plan!.firstPaymentDate,
    });
  });
});
