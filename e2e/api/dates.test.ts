import { describe, expect, it } from "vitest";
import { addDays } from "../../packages/dates/calendar";
import { dateInZone } from "../../packages/dates/zone";
import { api, expectFieldError } from "../support/api";
import { type Body, daysAhead, planBody } from "../support/bodies";
import { onOneDay } from "../support/moments";
import { makeProvider } from "../support/provider";
import { DOORS } from "../support/stack";

const DATE = "/plan/first_payment_date";
const isWeekend = (date: string) => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());
const dayOf = (date: string) => Number(date.slice(8));
const lengthOfMonth = (date: string) =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate();

/** Due dates on a national holiday or weekend, and the day on which the bank is asked. */
const HOLIDAYS: [string, string, string][] = [
  ["Christmas on a Friday, Boxing Day moved to Monday", "2026-12-25", "2026-12-29"],
  ["New Year on a Friday", "2027-01-01", "2027-01-04"],
  ["Australia Day", "2027-01-26", "2027-01-27"],
  ["Good Friday to after Easter Monday", "2027-03-26", "2027-03-30"],
  ["ANZAC Day on a Sunday, which does not move", "2027-04-25", "2027-04-26"],
  ["Christmas on a Saturday, both days moved", "2027-12-25", "2027-12-29"],
  ["New Year on a Saturday, moved to Monday", "2028-01-01", "2028-01-04"],
  ["Australia Day on a Wednesday", "2028-01-26", "2028-01-27"],
  ["Good Friday", "2028-04-14", "2028-04-18"],
  ["ANZAC Day on a Tuesday", "2028-04-25", "2028-04-26"],
  ["Christmas on a Monday", "2028-12-25", "2028-12-27"],
  ["New Year on a Monday", "2029-01-01", "2029-01-02"],
  ["Australia Day on a Friday", "2029-01-26", "2029-01-29"],
  ["ANZAC Day on a Wednesday", "2029-04-25", "2029-04-26"],
  ["Christmas on a Tuesday", "2029-12-25", "2029-12-27"],
];
const within = HOLIDAYS.filter(([, due]) => due >= daysAhead(1) && due <= daysAhead(364));

describe.each(DOORS)("dates, through the %s entry point", (door) => {
  async function setting(timeZone?: string) {
    const provider = await makeProvider({ timeZone });
    const client = api(door, provider.key);
    const send = (plan: Body, pricing: Body = {}) => client.create(planBody(provider, { plan, pricing }));
    return { provider, send, start: (first_payment_date: string) => send({ first_payment_date }) };
  }

  it("a plan starts today or later, at most 365 days ahead", () =>
    onOneDay("Australia/Sydney", async (today) => {
      const { start } = await setting();
      for (const days of [0, 1, 365])
        expect([days, (await start(addDays(today, days))).status]).toEqual([days, 201]);
      const yesterday = await start(addDays(today, -1));
      expectFieldError(yesterday, DATE, "date_too_early");
      expect(yesterday.body.errors[0].expected).toBe(`>= ${today}`);
      const late = await start(addDays(today, 366));
      expectFieldError(late, DATE, "date_too_late");
      expect(late.body.errors[0].expected).toBe(`<= ${addDays(today, 365)}`);
      for (const past of ["0001-01-01", "1999-12-31"])
        expectFieldError(await start(past), DATE, "date_too_early");
      for (const future of ["2150-01-01", "9999-12-31"])
        expectFieldError(await start(future), DATE, "date_too_late");
    }));

  it.each(["Pacific/Kiritimati", "Pacific/Pago_Pago", "Australia/Perth", "UTC"])(
    "today is today in %s, where the provider is",
    (zone) =>
      onOneDay(zone, async (today) => {
        const { start } = await setting(zone);
        expect((await start(today)).status).toBe(201);
        expect((await start(addDays(today, 365))).status).toBe(201);
        expectFieldError(await start(addDays(today, -1)), DATE, "date_too_early");
        expectFieldError(await start(addDays(today, 366)), DATE, "date_too_late");
      }),
  );

  it.each(["2027-02-30", "2027-04-31", "2027-02-29", "2027-00-10", "2027-13-01", "2027-01-32", "20270101"])(
    "%s is no date of the calendar",
    async (date) => {
      const { start } = await setting();
      expectFieldError(await start(date), DATE, "wrong_format");
    },
  );

  it.each(["Weekly", "Fortnightly", "Monthly"])(
    "%s: the schedule sums to the cent, in rhythm",
    async (frequency) => {
      const { send } = await setting();
      const first = daysAhead(3);
      const answer = await send(
        {
          payment_frequency: frequency,
          number_of_instalments: 24,
          instalment_amount: 51.43,
          first_payment_date: first,
        },
        { course_price: 1234.56, amount_to_finance: 1234.56 },
      );
      const { schedule } = answer.body.plan;
      expect(schedule).toHaveLength(24);
      let balance = 123_456;
      for (const [index, one] of schedule.entries()) {
        expect(one.number).toBe(index + 1);
        expect(one.amount).toBe(index < 23 ? 51.43 : 51.67);
        balance -= Math.round(one.amount * 100);
        expect(one.balance_after).toBe(balance / 100);
        if (frequency !== "Monthly")
          expect(one.due_date).toBe(addDays(first, index * (frequency === "Weekly" ? 7 : 14)));
        expect(isWeekend(one.debit_date)).toBe(false);
        expect(one.debit_date >= one.due_date).toBe(true);
        expect(one.debit_date <= addDays(one.due_date, 5)).toBe(true);
      }
      expect(balance).toBe(0);
      expect(schedule[0].due_date).toBe(first);
    },
  );

  it("a due date on a weekend debits on the next business day, and both are shown", async () => {
    const { send } = await setting();
    const saturday = Array.from({ length: 7 }, (_, day) => daysAhead(day + 1)).find(
      (date) => new Date(`${date}T00:00:00Z`).getUTCDay() === 6,
    )!;
    const answer = await send({
      payment_frequency: "Weekly",
      number_of_instalments: 52,
      instalment_amount: 28.84,
      first_payment_date: saturday,
    });
    const { schedule } = answer.body.plan;
    const onMonday = schedule.filter((one: Body) => one.debit_date === addDays(one.due_date, 2));
    expect(onMonday.length).toBeGreaterThan(44);
    for (const one of schedule) expect(one.debit_date > one.due_date).toBe(true);
  });

  it.each(within)("%s: due %s, debited %s", async (_, due_date, debit_date) => {
    const { start } = await setting();
    const answer = await start(due_date);
    expect(answer.body.plan.schedule[0]).toMatchObject({ due_date, debit_date });
    expect(answer.body.plan.first_payment_date).toBe(due_date);
  });

  it("monthly plans from the 31st end each month on its last day, without drifting", async () => {
    const { send } = await setting();
    const first = Array.from({ length: 62 }, (_, day) => daysAhead(day + 1)).find(
      (date) => dayOf(date) === 31,
    )!;
    const answer = await send({
      payment_frequency: "Monthly",
      number_of_instalments: 26,
      first_payment_date: first,
    });
    const due: string[] = answer.body.plan.schedule.map((one: Body) => one.due_date);
    expect(new Set(due.map((date) => date.slice(0, 7))).size).toBe(26);
    for (const date of due) expect(dayOf(date)).toBe(lengthOfMonth(date));
  });

  it("expires_at is 7 days ahead, or the end of the first debit date, whichever is first", async () => {
    const zone = "Pacific/Kiritimati";
    const { start } = await setting(zone);
    const far = await start(addDays(dateInZone(new Date(), zone), 30));
    const seconds = (answer: typeof far) =>
      (Date.parse(answer.body.expires_at) - Date.parse(answer.body.created_at)) / 1000;
    expect(seconds(far)).toBe(7 * 86_400);
    const near = await onOneDay(zone, async (today) => {
      const answer = await start(today);
      expect(answer.status).toBe(201);
      return answer;
    });
    const [{ debit_date }] = near.body.plan.schedule;
    const end = new Date(near.body.expires_at);
    expect(seconds(near)).toBeLessThan(7 * 86_400);
    expect(dateInZone(new Date(end.getTime() - 1), zone)).toBe(debit_date);
    expect(dateInZone(new Date(end.getTime() + 1), zone)).toBe(addDays(debit_date, 1));
    for (const { body } of [far, near]) expect(body.direct_debit.expires_at).toBe(body.expires_at);
  });
});
