import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { course } from "../../drizzle/schema";
import { deleteBankDay, insertBankDay } from "../../lib/db/bank-days";
import type { Db } from "../../lib/db/client";
import { choiceWord, presetsFor } from "../../lib/domain/plan-offer";
import { nextBusinessDay } from "../../packages/dates/business-days";
import { addDays } from "../../packages/dates/calendar";
import type { Deps } from "../../server/instance/deps";
import { daysAhead } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { database } from "../support/provider";
import { BY_PLAN, begin, depsOver } from "./student";

let db: Db;
let over: Deps;
beforeAll(async () => {
  const databaseUrl = await makeDatabase(inject("cluster"));
  db = database(databaseUrl);
  over = depsOver(databaseUrl);
});
afterAll(() => over.close());

const close = (date: string) => insertBankDay(db, { date, name: "National Day of Mourning", isOpen: false });

describe("a day on which banks are closed, in the portal", () => {
  it("is no day of a plan that is offered or chosen, and moves none that was begun or signed", async () => {
    const student = await begin({ over, db });
    await student.saveDetails();
    const usual = nextBusinessDay(daysAhead(14));
    const offered = async () => {
      const { today, limits } = await student.view();
      return presetsFor(150_000, today, limits)[0]!;
    };
    expect((await offered()).firstPaymentDate).toBe(usual);
    await close(usual);
    const next = nextBusinessDay(usual, { [usual]: false });
    expect((await offered()).firstPaymentDate).toBe(next);

    const plan = { ...BY_PLAN, firstPaymentDate: usual };
    expect(await student.choose(plan)).toEqual({ ok: true, step: "bank" });
    const { schedule } = (await student.view()).plan!;
    expect(schedule[0]).toMatchObject({ dueDate: usual, debitDate: next });
    await student.authorise();
    await deleteBankDay(db, usual);
    expect((await offered()).firstPaymentDate).toBe(usual);
    expect((await student.view()).plan!.schedule).toEqual(schedule);
    expect(await student.confirm()).toEqual({ ok: true, step: "done" });
    await close(schedule[1]!.debitDate);
    expect((await student.view()).plan!.schedule).toEqual(schedule);
    await deleteBankDay(db, schedule[1]!.debitDate);
  });

  it("counts for what a course allows: its page and its form follow at the very next request", async () => {
    const student = await begin({ over, db });
    await student.saveDetails();
    const first = nextBusinessDay(daysAhead(14));
    const last = nextBusinessDay(addDays(first, 14));
    await db.update(course).set({ latestLastDebitDate: last }).where(eq(course.id, student.course.id));
    const { code } = student.college;
    const usualCount = async () =>
      (await student.portal.open(code))!.courses.map(({ usual }) => usual?.numberOfInstalments);
    const inTwo = {
      ...BY_PLAN,
      preset: choiceWord({ ...BY_PLAN, numberOfInstalments: 2, firstPaymentDate: first }),
    };
    const state = await student.portal.stateOf(code);
    expect(await usualCount()).toEqual([2]);
    await close(last);
    expect(await student.portal.stateOf(code)).not.toBe(state);
    expect(await usualCount()).toEqual([1]);
    expect(await student.choose(inTwo)).toMatchObject({ ok: false });
    await deleteBankDay(db, last);
    expect(await usualCount()).toEqual([2]);
    expect(await student.choose(inTwo)).toEqual({ ok: true, step: "bank" });
  });
});
