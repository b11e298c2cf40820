import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { provider as table } from "../../drizzle/schema";
import { insertBankDay } from "../../lib/db/bank-days";
import type { Db } from "../../lib/db/client";
import {
  isBusinessDay,
  isHoliday,
  lastBusinessDay,
  nextBusinessDay,
} from "../../packages/dates/business-days";
import { addDays, weekday } from "../../packages/dates/calendar";
import { checkoutIdOf } from "../support/answer";
import { type Body, daysAhead, planBody } from "../support/bodies";
import { Api } from "../support/client";
import { runCommand } from "../support/commands";
import { makeDatabase } from "../support/database";
import { type Here, serveHere } from "../support/here";
import { until } from "../support/poll";
import { database, makeKey, makeProvider, type TestProvider } from "../support/provider";
import { settingsOf } from "../support/stack";

let databaseUrl: string;
let db: Db;
let settings: Record<string, string>;
let servers: Here[];
beforeAll(async () => {
  databaseUrl = await makeDatabase(inject("cluster"));
  db = database(databaseUrl);
  const { appKeys, jobsSecret } = inject("stack");
  settings = settingsOf(databaseUrl, appKeys, jobsSecret);
  servers = await Promise.all([serveHere(settings), serveHere(settings)]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
});

const run = (...args: string[]) => runCommand("bank-days", args, { DATABASE_URL: databaseUrl });
/** @throws where it is refused */
async function done(...args: string[]) {
  const { code, said, rows } = await run(...args);
  expect({ code, said }).toEqual({ code: 0, said: "" });
  return rows;
}

const onePayment = (first_payment_date: string) => ({
  plan: { number_of_instalments: 1, instalment_amount: 1500, first_payment_date },
});
const create = (server: Here, provider: TestProvider, due: string) =>
  new Api(server.url, provider.key).create(planBody(provider, onePayment(due)));
const debitOf = ({ body }: { body: Body }): string => body.plan.schedule[0].debit_date;

/** The first such day from two months ahead on. */
function dayThat(is: (date: string) => boolean): string {
  let day = daysAhead(60);
  while (!is(day)) day = addDays(day, 1);
  return day;
}
const isNationalWeekday = (date: string) => isHoliday(date) && weekday(date) % 6 !== 0;

describe("a bank day", () => {
  it("that is added moves the debits of plans to come on every server, and of none that is there", async () => {
    const provider = await makeProvider({}, db);
    const due = dayThat(isBusinessDay);
    const later = nextBusinessDay(due, { [due]: false });
    const client = new Api(servers[0]!.url, provider.key);
    const body = planBody(provider, onePayment(due));
    const before = await client.createOnce("before", body);
    expect(debitOf(before)).toBe(due);
    expect(debitOf(await create(servers[1]!, provider, due))).toBe(due);

    const added = await done("add", "--date", due, "--name", "National Day of Mourning");
    expect(added).toEqual([{ date: due, status: "closed", name: "National Day of Mourning" }]);
    // A server remembers a key, and the bank days with it, for three seconds.
    const moved = await Promise.all(
      servers.map((server) =>
        until("The day is felt", async () => {
          const answer = await create(server, provider, due);
          expect(answer.status).toBe(201);
          return debitOf(answer) === later && answer;
        }),
      ),
    );
    expect((await client.createOnce("before", body)).text).toBe(before.text);
    expect(await run("remove", "--date", due)).toEqual({ code: 0, said: "", rows: [] });
    await until("The end of the day is felt", async () => {
      return debitOf(await create(servers[0]!, provider, due)) === due;
    });
    for (const [made, debit] of [[before, due], ...moved.map((one) => [one, later] as const)] as const) {
      const { body } = await client.status(checkoutIdOf(made));
      expect(debitOf({ body })).toBe(debit);
    }
    const integrity = await runCommand("check:integrity", [], settings);
    expect(integrity).toMatchObject({ code: 0, said: "" });
  });

  it("that is opened takes debits although it is on the national list", async () => {
    const provider = await makeProvider({}, db);
    const due = dayThat(isNationalWeekday);
    await done("open", "--date", due, "--name", "Banks work");
    expect(debitOf(await create(servers[0]!, provider, due))).toBe(due);
    await done("remove", "--date", due);
    const other = { ...provider, key: await makeKey(provider.id, {}, db) };
    expect(debitOf(await create(servers[0]!, other, due))).toBe(nextBusinessDay(due));
  });

  it("counts for a provider's limits: the last day is the bank day before it", async () => {
    const provider = await makeProvider({}, db);
    const due = dayThat(isBusinessDay);
    await db.update(table).set({ latestLastDebitDate: due }).where(eq(table.id, provider.id));
    await done("add", "--date", due, "--name", "Closed");
    const { body } = await create(servers[0]!, provider, due);
    await done("remove", "--date", due);
    const latest = lastBusinessDay(addDays(due, -1));
    expect(body.errors).toMatchObject([{ code: "policy_last_date", expected: `<= ${latest}` }]);
    expect(body.errors[0].message).toContain(nextBusinessDay(addDays(due, 1)));
  });
});

describe("npm run bank-days", () => {
  it("lists what was added and opened, by date", async () => {
    const closed = dayThat(isBusinessDay);
    const opened = dayThat(isNationalWeekday);
    await done("add", "--date", closed, "--name", "A");
    await done("open", "--date", opened, "--name", "B");
    const rows = [
      { date: closed, status: "closed", name: "A" },
      { date: opened, status: "open", name: "B" },
    ].sort((a, b) => (a.date < b.date ? -1 : 1));
    expect(await done("list")).toEqual(rows);
    await done("remove", "--date", opened);
    await done("remove", "--date", closed);
    expect(await done("list")).toEqual([]);
  });

  const refusals: [string, () => string[], RegExp][] = [
    ["no date", () => ["add", "--name", "A"], /^--date is missing/],
    ["no name", () => ["add", "--date", dayThat(isBusinessDay)], /^--name is missing/],
    [
      "no such date",
      () => ["add", "--date", "2027-02-30", "--name", "A"],
      /^--date "2027-02-30": write a date/,
    ],
    ["a date in words", () => ["open", "--date", "22/09/2027", "--name", "A"], /year first: 2027-09-22/],
    [
      "a long name",
      () => ["add", "--date", dayThat(isBusinessDay), "--name", "A".repeat(101)],
      /^--name "A+": it is longer/,
    ],
    [
      "a Saturday",
      () => ["add", "--date", dayThat((day) => weekday(day) === 6), "--name", "A"],
      /^--date ".+": Sat \d+ \w+ \d{4} is at a weekend, when nothing is debited/,
    ],
    [
      "a Sunday",
      () => ["open", "--date", dayThat((day) => weekday(day) === 0), "--name", "A"],
      /Sun .+ is at a weekend/,
    ],
    [
      "a day that is past",
      () => ["add", "--date", "2022-09-22", "--name", "A"],
      /^--date "2022-09-22": it is past/,
    ],
    [
      "a year that no plan reaches",
      () => ["add", "--date", "2999-01-02", "--name", "A"],
      /has a payment after 20/,
    ],
    [
      "a day of the national list",
      () => ["add", "--date", dayThat(isNationalWeekday), "--name", "A"],
      /is on the national list already/,
    ],
    [
      "a bank day that is to be opened",
      () => ["open", "--date", dayThat(isBusinessDay), "--name", "A"],
      /banks work on it already/,
    ],
    [
      "a day that is not there",
      () => ["remove", "--date", "2022-09-22"],
      /no such day was added or opened\. See/,
    ],
  ];
  it.each(refusals)("refuses %s, by its option and with what to do", async (_, args, says) => {
    const refused = await run(...args());
    expect(refused).toMatchObject({ code: 1, rows: [], said: expect.stringMatching(says) });
    expect(await done("list")).toEqual([]);
  });

  it("takes a day once, also from two who add it at the same moment", async () => {
    const day = ["--date", dayThat(isBusinessDay)];
    const both = await Promise.all(["A", "B"].map((name) => run("add", ...day, "--name", name)));
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    const refused = both.find(({ code }) => code === 1)!;
    expect(refused.said).toMatch(/it is there already: closed, "[AB]"\. To change it, remove it first/);
    await done("remove", ...day);
  });

  it("leaves a day of every week on which banks work", async () => {
    const weekFrom = (day: string) => Array.from({ length: 5 }, (_, n) => addDays(day, n));
    const monday = dayThat((day) =>
      [-7, 0, 7].flatMap((n) => weekFrom(addDays(day, n))).every((one) => isBusinessDay(one)),
    );
    const week = weekFrom(monday);
    const last = week.pop()!;
    for (const day of week) await done("add", "--date", day, "--name", "Closed");
    const refused = await run("add", "--date", last, "--name", "Closed");
    const [from, to] = [addDays(monday, -2), addDays(monday, 6)];
    expect(refused.said).toContain(`nothing could be debited from ${from} to ${to}. A week needs a day`);
    for (const day of week) await done("remove", "--date", day);
    expect(await done("list")).toEqual([]);
  });

  it("keeps a day that has become past on the list, until it is removed", async () => {
    await insertBankDay(db, { date: "2022-09-22", name: "National Day of Mourning", isOpen: false });
    expect(await done("list")).toHaveLength(1);
    expect(await done("remove", "--date", "2022-09-22")).toEqual([]);
  });
});
