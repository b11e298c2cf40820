import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { course, provider } from "../../drizzle/schema";
import { choiceWord } from "../../lib/domain/plan-offer";
import type { PlanPolicy } from "../../lib/domain/plan-policy";
import { createPortal } from "../../server/instance/portal";
import { makeAccount } from "../support/accounts";
import { cardToken } from "../support/bodies";
import { BY_CARD, BY_PLAN, begin, type Student } from "./student";

async function limit(student: Student, ofProvider: Partial<PlanPolicy>, ofCourse: Partial<PlanPolicy>) {
  const { db, college } = student;
  const isCourse = and(eq(course.providerId, college.id), eq(course.id, student.course.id));
  if (Object.keys(ofProvider).length > 0)
    await db.update(provider).set(ofProvider).where(eq(provider.id, college.id));
  if (Object.keys(ofCourse).length > 0) await db.update(course).set(ofCourse).where(isCourse);
}

const fewer = (most: number) => ({
  ok: false,
  errors: { numberOfInstalments: `Number of payments must be between 1 and ${most}` },
  notice: null,
});
const months = (count: number) => ({
  ...BY_PLAN,
  frequency: "Monthly" as const,
  numberOfInstalments: String(count),
});

describe("the limits of a course", () => {
  it("are the provider's, its own, and of both the stricter one", async () => {
    const student = await begin();
    await student.saveDetails();
    await limit(student, { mostInstalments: 20 }, {});
    expect(await student.choose(BY_PLAN)).toEqual(fewer(20));
    await limit(student, {}, { mostInstalments: 12 });
    expect(await student.choose(months(13))).toEqual(fewer(12));
    await limit(student, { mostInstalments: 6 }, {});
    expect(await student.choose(months(7))).toEqual(fewer(6));
    expect(await student.choose(months(6))).toEqual({ ok: true, step: "bank" });
  });

  it("can leave the card alone", async () => {
    const student = await begin();
    await student.saveDetails();
    await limit(student, {}, { highestPriceCents: 149_999 });
    expect((await student.portal.open(student.college.code))!.courses).toMatchObject([{ usual: null }]);
    expect(await student.choose(BY_PLAN)).toMatchObject({
      errors: { paymentType: "This course has no payment plan. Pay by card" },
    });
    expect(await student.choose(BY_CARD)).toEqual({ ok: true, step: "card" });
    expect(await student.pay(cardToken())).toEqual({ status: "moved", step: "done" });
  });

  it("leave no plan in the list of courses that would begin before its first debit can be handed over", async () => {
    const student = await begin();
    const { db, deps, college } = student;
    const onMonday = createPortal({ ...deps, now: () => new Date("2027-02-01T00:00:00Z") });
    const usual = async () => (await onMonday.open(college.code))!.courses.map((one) => one.usual);
    await limit(student, {}, { latestLastDebitDate: "2027-02-03" });
    expect(await usual()).toEqual([expect.anything()]);
    const state = await onMonday.stateOf(college.code);
    await makeAccount({ db, vault: deps.vault }, college, ["unused-secret"]);
    expect(await usual()).toEqual([null]);
    expect(await onMonday.stateOf(college.code), "a kept page is drawn anew").not.toBe(state);
  });

  it("do not change a plan that was begun before them", async () => {
    const student = await begin();
    await student.saveDetails();
    await student.choose(BY_PLAN);
    await limit(student, { mostInstalments: 6 }, {});
    await student.authorise();
    expect(await student.view()).toMatchObject({ isPlanStillOffered: false, step: "review" });
    expect(await student.confirm()).toEqual({ ok: true, step: "done" });
  });

  it.each<[string, Partial<PlanPolicy>, object]>([
    ["fewer payments", { mostInstalments: 12 }, fewer(12)],
    ["no plan at all", { highestPriceCents: 1 }, { errors: { paymentType: expect.any(String) } }],
  ])("take a plan under way as it is: %s, and the same choice again", async (_, policy, refusal) => {
    const student = await begin();
    await student.saveDetails();
    await student.choose(BY_PLAN);
    const { plan } = await student.view();
    await limit(student, {}, policy);
    const row = { ...BY_PLAN, preset: choiceWord(plan!), numberOfInstalments: "" };
    for (const same of [BY_PLAN, { ...BY_PLAN, numberOfInstalments: " 026 " }, row])
      expect(await student.choose(same)).toEqual({ ok: true, step: "bank" });
    expect(await student.choose({ ...BY_PLAN, numberOfInstalments: "25" })).toMatchObject(refusal);
    expect(await student.statuses()).toEqual(["Awaiting Direct Debit"]);
    await student.authorise();
    expect(await student.choose(BY_PLAN)).toEqual({ ok: true, step: "review" });
    expect(await student.choose(BY_CARD)).toEqual({ ok: true, step: "card" });
    expect(await student.choose(BY_PLAN), "once it was given up").toMatchObject({ ok: false });
    expect(await student.statuses()).toEqual(["Cancelled"]);
  });
});
