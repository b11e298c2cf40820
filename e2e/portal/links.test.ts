import { randomBytes } from "node:crypto";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { createVault } from "../../lib/crypto/vault";
import { addDays, formatDate } from "../../packages/dates/calendar";
import { createPortal } from "../../server/instance/portal";
import { cardToken } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { database } from "../support/provider";
import { NOTHING, openedWith } from "./kept-mails";
import { atBank, atCard, BY_PLAN, begin, DETAILS, depsOver } from "./student";

const key = () => randomBytes(32).toString("base64");

describe("the secret of a link", () => {
  it("opens its enrolment in any browser, where the student stopped", async () => {
    const student = await atBank();
    expect(await createPortal(student.deps).view(student.secret)).toMatchObject({
      step: "bank",
      secret: student.secret,
      reference: student.reference,
      provider: { code: student.college.code },
      student: DETAILS,
    });
  });

  it("opens nothing where it is cut, lengthened, in capitals, or none at all", async () => {
    const student = await begin();
    const { secret } = student;
    for (const altered of [
      ...["", "_", secret.slice(1), secret.slice(0, -1), `${secret}A`, ` ${secret}`, `${secret}\n`],
      ...[secret.toUpperCase(), `enr_${secret}`],
    ])
      expect(await openedWith(student, altered), JSON.stringify(altered)).toEqual(NOTHING);
    expect(await student.answers()).toMatchObject({ firstName: null, paymentType: null });
  });

  it("opens no other enrolment, of the same provider or of another", async () => {
    const mine = await atBank();
    const ofMyCollege = (await mine.portal.start(mine.college.code, mine.course.slug))!;
    const elsewhere = await atBank();
    const [id, proof] = mine.secret.split("_") as [string, string];
    for (const other of [ofMyCollege, elsewhere.secret]) {
      const [otherId, otherProof] = other.split("_") as [string, string];
      expect(await openedWith(mine, `${otherId}_${proof}`)).toEqual(NOTHING);
      expect(await openedWith(mine, `${id}_${otherProof}`)).toEqual(NOTHING);
    }
    expect(await mine.statuses()).toEqual(["Awaiting Direct Debit"]);
    expect((await elsewhere.view()).reference).not.toBe(mine.reference);
  });

  it("opens its enrolment after a new key has come, also for signing and paying", async () => {
    const rotated = createVault(`2:${key()},${inject("stack").appKeys}`);
    // A database of its own: no other test's server has the key that comes.
    const databaseUrl = await makeDatabase(inject("cluster"));
    const over = depsOver(databaseUrl);
    onTestFinished(() => over.close());
    const student = await atCard({ over, db: database(databaseUrl) });
    const later = createPortal({ ...student.deps, vault: rotated });
    expect(await later.view(student.secret)).toMatchObject({ step: "card", secret: student.secret });
    expect(await student.pay(cardToken(), later)).toEqual({ status: "moved", step: "done" });
    const fresh = (await later.start(student.college.code, student.course.slug))!;
    expect(await later.view(fresh)).toMatchObject({ step: "details" });
  });
});

describe("a portal", () => {
  it("is found by its provider's code only, and starts only in courses of its own", async () => {
    const [one, other] = [await begin(), await begin()];
    const { portal } = one;
    expect(await portal.open(one.college.code)).toMatchObject({
      provider: { code: one.college.code },
      courses: [{ slug: one.course.slug, priceCents: 150_000 }],
    });
    expect(await portal.open(one.college.code.toUpperCase())).toBeNull();
    expect(await portal.open("no-such-college")).toBeNull();
    expect(await portal.start(one.college.code, other.course.slug)).toBeNull();
    expect(await portal.start("no-such-college", one.course.slug)).toBeNull();
  });

  it("gives each enrolment a reference of its own that can be read out", async () => {
    const references = await Promise.all(Array.from({ length: 5 }, async () => (await begin()).reference));
    expect(new Set(references).size).toBe(5);
    for (const reference of references)
      expect(reference).toMatch(/^ENR-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  });
});

describe("the first payment date, for a college in Perth", () => {
  /** 16:00 UTC is midnight in Perth all year round: just before it, and just after. */
  const midnight = new Date();
  midnight.setUTCHours(16, 0, 0, 0);
  // With time to spare for a clock that is put forward.
  if (midnight.getTime() < Date.now() + 7_200_000) midnight.setUTCDate(midnight.getUTCDate() + 1);
  const endingDay = midnight.toISOString().slice(0, 10);
  const beginningDay = new Date(midnight.getTime() + 86_400_000).toISOString().slice(0, 10);
  const moments = [
    ["a second before midnight there", -1_000, endingDay],
    ["at midnight there", 0, beginningDay],
  ] as const;

  it.each(moments)("%s counts from the day that it is there", async (_, ms, today) => {
    const now = () => new Date(midnight.getTime() + ms);
    const student = await begin({ timeZone: "Australia/Perth", deps: { now } });
    await student.saveDetails();
    expect((await student.view()).today).toBe(today);
    const on = (day: number) => student.choose({ ...BY_PLAN, firstPaymentDate: addDays(today, day) });
    for (const [day, bound] of [
      [-1, `after ${formatDate(today)}`],
      [366, `before ${formatDate(addDays(today, 365))}`],
    ] as const)
      expect(await on(day)).toEqual({
        ok: false,
        errors: { firstPaymentDate: `First payment date must be on or ${bound}` },
        notice: null,
      });
    expect(await student.checkouts()).toEqual([]);
    expect(await on(365)).toEqual({ ok: true, step: "bank" });
    expect(await on(0)).toEqual({ ok: true, step: "bank" });
    expect((await student.view()).plan).toMatchObject({ firstPaymentDate: today });
  });
});

describe("what a student enters", () => {
  it("at its longest goes through to the signed plan, in any alphabet", async () => {
    const details = {
      firstName: "李".repeat(100),
      lastName: "Ж".repeat(50) + "W".repeat(50),
      email: `${"a".repeat(61)}@${`${"b".repeat(61)}.`.repeat(3)}com.au`,
    };
    expect(details.email).toHaveLength(254);
    const student = await begin();
    expect(await student.saveDetails(details)).toEqual({ ok: true, step: "pay" });
    expect(await student.choose({ ...BY_PLAN, frequency: "Weekly", numberOfInstalments: "104" })).toEqual({
      ok: true,
      step: "bank",
    });
    await student.authorise();
    expect(await student.confirm()).toEqual({ ok: true, step: "done" });
    expect((await student.view()).student).toEqual(details);
  });
});
