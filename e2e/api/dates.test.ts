import { expect, it } from "vitest";
import { addDays } from "../../packages/dates/calendar";
import { dateInZone } from "../../packages/dates/zone";
import { api, expectFieldError } from "../support/api";
import { planBody } from "../support/bodies";
import { onOneDay } from "../support/moments";
import { makeProvider } from "../support/provider";

const DATE = "/plan/first_payment_date";
async function setting(timeZone?: string) {
  const provider = await makeProvider({ timeZone });
  const client = api("server", provider.key);
  return {
    start: (first_payment_date: string) =>
      client.create(planBody(provider, { plan: { first_payment_date } })),
  };
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
