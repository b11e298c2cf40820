import { and, desc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { checkout, event } from "../../drizzle/schema";
import type { MailRow } from "../../lib/db/mail";
import type { Instalment } from "../../lib/domain/schedule";
import { contentOf } from "../../lib/mail/content";
import { findSession, openPage } from "../../lib/setup-page/open";
import { addDays, formatDate } from "../../packages/dates/calendar";
import { api } from "../support/api";
import type { Body } from "../support/bodies";
import { atBank, atCard, atReview, type Student } from "./student";

/** No rule of today debits so late: at most five days lie between a due date and the next business day. */
const LATER = 6;
const moved = (schedule: Instalment[]) =>
  schedule.map((one) => ({ ...one, debitDate: addDays(one.dueDate, LATER) }));

const rowOf = async (student: Student) => (await student.checkouts())[0]!;
const record = (student: Student, schedule: Instalment[] | null) =>
  student.db.update(checkout).set({ schedule }).where(eq(checkout.providerId, student.college.id));
const debitDates = (answer: Body): string[] => answer.plan.schedule.map((one: Body) => one.debit_date);

describe("the schedule of a plan", () => {
  it("is recorded when the checkout is created, as it is answered", async () => {
    const student = await atBank();
    const { id, schedule, expiresAt } = await rowOf(student);
    expect(schedule).toHaveLength(26);
    expect((await student.view()).plan!.schedule).toEqual(schedule);
    const { body } = await api("server", student.college.key).status(id);
    expect(debitDates(body)).toEqual(schedule!.map(({ debitDate }) => debitDate));
    expect(body.expires_at).toBe(expiresAt!.toISOString());
  });

  it("is shown as recorded wherever it is shown, whatever the rules say by now", async () => {
    const student = await atReview();
    const { college, deps, portal, secret } = student;
    const { id, schedule, expiresAt } = await rowOf(student);
    const recorded = moved(schedule!);
    await record(student, recorded);
    const dates = recorded.map(({ debitDate }) => debitDate);
    const client = api("server", college.key);

    expect((await student.view()).plan!.schedule).toEqual(recorded);
    await student.confirm();
    const { body } = await client.status(id);
    expect(debitDates(body)).toEqual(dates);
    expect((await rowOf(student)).expiresAt).toEqual(expiresAt);
    expect(debitDates((await client.get("/v1/provider-checkouts")).body.data[0])).toEqual(dates);
    const [signed] = await student.db
      .select()
      .from(event)
      .where(and(eq(event.providerId, college.id), eq(event.checkoutId, id)))
      .orderBy(desc(event.sequence));
    expect(debitDates(signed!.data as Body)).toEqual(dates);
    const text = await student.agreementText();
    for (const date of dates) expect(text).toContain(formatDate(date));
    expect((await portal.calendar(secret))!.content.match(/(?<=DTSTART;VALUE=DATE:)\d+/g)).toEqual(
      dates.map((date) => date.replaceAll("-", "")),
    );
    const mail = { kind: "agreement", providerId: college.id, checkoutId: id } as MailRow;
    const { letter } = (await contentOf(deps, mail, new Date()))!;
    expect(JSON.stringify(letter)).toContain(`on ${formatDate(dates[0]!)}`);
  });

  it("is shown as recorded on the hosted page", async () => {
    const student = await atBank();
    const recorded = moved((await rowOf(student)).schedule!);
    await record(student, recorded);
    const session = new URL((await student.view()).setupUrl!).searchParams.get("session")!;
    const page = await openPage(student.deps, (await findSession(student.deps, session))!, {
      parentOrigin: null,
      returnUrl: null,
    });
    expect(page.plan.schedule).toEqual(recorded);
  });

  it("is not read where it is not whole: no date is made up", async () => {
    const student = await atBank();
    const [first, ...others] = (await rowOf(student)).schedule!;
    for (const wrong of [
      [],
      [{ ...first, debitDate: "soon" }, ...others],
      [{ ...first, note: "" }, ...others],
    ]) {
      await record(student, wrong as Instalment[]);
      await expect(student.view()).rejects.toThrow();
    }
  });

  it("is no part of Pay Now", async () => {
    const student = await atCard();
    const { schedule } = await rowOf(await atBank());
    await student.pay("tok_test_visa_abcdefghijklmnopqrstuv");
    expect((await rowOf(student)).schedule).toBeNull();
    await expect(record(student, schedule)).rejects.toThrow();
  });
});
