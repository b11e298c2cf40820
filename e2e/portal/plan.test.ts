import { describe, expect, it } from "vitest";
import { WORDING_VERSION } from "../../lib/domain/wording";
import { confirmPlan } from "../../lib/enrolment/confirm";
import { openEnrolment } from "../../lib/enrolment/context";
import { nextBusinessDay } from "../../packages/dates/business-days";
import { addDays } from "../../packages/dates/calendar";
import { timed } from "../../packages/dates/time";
import { api } from "../support/api";
import { cardToken } from "../support/bodies";
import { eventsOf } from "../support/charges";
import {
  atBank,
  atCard,
  atReview,
  BY_CARD,
  BY_PLAN,
  begin,
  DECLARED,
  DETAILS,
  newVisit,
  type Student,
} from "./student";

const liveId = async (student: Student) => (await student.checkouts())[0]!.id;

describe("a student who pays in instalments", () => {
  it("goes over bank and review to a signed plan: 26 fortnightly payments of 57.69, the last 57.75", async () => {
    const student = await begin();
    await student.saveDetails();
    expect(await student.choose(BY_PLAN)).toEqual({ ok: true, step: "bank" });
    const atStart = await student.view();
    expect(atStart).toMatchObject({
      step: "bank",
      setupUrl: expect.stringMatching(/^http:\/\/localhost:3000\/api\/dd-setup\?session=dds_/),
      plan: {
        numberOfInstalments: 26,
        frequency: "Fortnightly",
        instalmentCents: 5_769,
        lastInstalmentCents: 5_775,
      },
    });
    const { schedule } = atStart.plan!;
    expect(schedule.map((one) => one.amountCents)).toEqual([...Array(25).fill(5_769), 5_775]);
    expect(schedule[0]).toMatchObject({ dueDate: BY_PLAN.firstPaymentDate });
    expect(schedule.at(-1)).toMatchObject({
      dueDate: addDays(BY_PLAN.firstPaymentDate, 25 * 14),
      balanceAfterCents: 0,
    });
    for (const { dueDate, debitDate } of schedule) expect(debitDate).toBe(nextBusinessDay(dueDate));

    await student.authorise();
    expect(await student.view()).toMatchObject({
      step: "review",
      bank: { bsb: "000-000", ending: "456" },
      setupUrl: null,
    });
    expect(await student.confirm()).toEqual({ ok: true, step: "done" });
    expect(await student.view()).toMatchObject({ step: "done", payment: null });
    expect(await student.statuses()).toEqual(["Confirmed"]);
    expect(await eventsOf(await liveId(student))).toEqual([
      "checkout.created",
      "direct_debit.authorised",
      "payment_plan.signed",
      "agreement.ready",
    ]);
  });

  it("cannot sign before the bank authority is there, nor without each of the three declarations", async () => {
    const student = await atBank();
    expect(await student.confirm()).toEqual({ ok: true, step: "bank" });
    await student.authorise();
    expect(await student.confirm({ ...DECLARED, information_confirmed: "" })).toEqual({
      ok: false,
      errors: { information_confirmed: "Confirm that your information is true and complete to continue" },
      notice: null,
    });
    expect(await student.statuses()).toEqual(["Awaiting Confirmation"]);
    expect(await student.portal.agreement(student.secret)).toBeNull();
    expect(await student.portal.calendar(student.secret)).toBeNull();
  });
});

describe("what a student has of a signed plan", () => {
  it("is an agreement whose evidence says that the student declared, with the student's address", async () => {
    const student = await atReview();
    await student.confirm();
    const text = await student.agreementText();
    for (const part of [student.reference, "Amelia Nguyen", "$57.69", "$57.75", "account ending 456"])
      expect(text).toContain(part);
    for (const done of [
      "Checkout created",
      "Declared: payment plan accepted",
      "Declared: information confirmed",
      "Declared: privacy consent accepted",
      "Plan confirmed",
    ])
      expect(text).toContain(`${done} the student `);
    expect(text).toContain(newVisit().ipAddress);
    expect(text).toContain("a student's browser");
    expect(text).not.toContain("Sent with confirm");
    expect(await student.agreementText()).toBe(text);
  });

  it("is a calendar of 26 whole days, on which the payments are debited, with an alarm at nine the day before", async () => {
    const student = await atReview();
    await student.confirm();
    const { name, content: file } = (await student.portal.calendar(student.secret))!;
    expect(name).toBe(`Test-College-${student.reference}-payments.ics`);
    const { schedule } = (await student.view()).plan!;
    const read = (name: string) =>
      [...file.matchAll(new RegExp(`^${name}:(.*)\\r$`, "gm"))].map(([, at]) => at);
    expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(26);
    expect(read("DTSTART;VALUE=DATE")).toEqual(schedule.map((one) => one.debitDate.replaceAll("-", "")));
    expect(new Set(read("UID")).size).toBe(26);
    const summaries = file.replaceAll("\r\n ", "").match(/^SUMMARY:.*$/gm);
    expect(summaries?.[0]).toContain("payment 1 of 26\\, $57.69");
    expect(summaries?.[25]).toContain("payment 26 of 26\\, $57.75");
  });
});

describe("answers that change while a plan is under way", () => {
  it("the same again change nothing: details, choice, checkout", async () => {
    for (const student of [await atBank(), await atReview()]) {
      const step = await student.step();
      const [before, row] = [await student.checkouts(), await student.answers()];
      expect(await student.saveDetails()).toEqual({ ok: true, step });
      expect(await student.saveDetails({ ...DETAILS, firstName: " Amelia " })).toEqual({ ok: true, step });
      expect(await student.choose(BY_PLAN)).toEqual({ ok: true, step });
      expect(await student.choose({ ...BY_PLAN, numberOfInstalments: " 026 " })).toEqual({ ok: true, step });
      expect(await student.checkouts()).toEqual(before);
      expect(await student.answers()).toEqual(row);
    }
  });

  it("other details withdraw the plan, and it is chosen anew under them", async () => {
    for (const student of [await atBank(), await atReview()]) {
      const other = { ...DETAILS, email: "other@example.com" };
      expect(await student.saveDetails(other)).toEqual({ ok: true, step: "pay" });
      expect(await student.statuses()).toEqual(["Cancelled"]);
      expect(await student.view()).toMatchObject({
        step: "pay",
        student: other,
        chosen: { frequency: "Fortnightly" },
      });
      expect(await student.choose(BY_PLAN)).toEqual({ ok: true, step: "bank" });
      expect(await student.statuses()).toEqual(["Cancelled", "Awaiting Direct Debit"]);
      expect((await student.checkouts())[0]).toMatchObject(other);
    }
  });

  it("another plan withdraws the first: one is live, and it is the one that was chosen last", async () => {
    for (const student of [await atBank(), await atReview()]) {
      const monthly = { ...BY_PLAN, frequency: "Monthly", numberOfInstalments: "12" };
      expect(await student.choose(monthly)).toEqual({ ok: true, step: "bank" });
      expect(await student.statuses()).toEqual(["Cancelled", "Awaiting Direct Debit"]);
      expect((await student.view()).plan).toMatchObject({ frequency: "Monthly", instalmentCents: 12_500 });
      expect((await student.view()).bank).toBeNull();
    }
  });

  it("that are refused leave the plan as it is", async () => {
    const student = await atReview();
    const id = await liveId(student);
    expect(await student.saveDetails({ ...DETAILS, email: "nobody" })).toMatchObject({ ok: false });
    expect(await student.choose({ ...BY_PLAN, numberOfInstalments: "105" })).toMatchObject({ ok: false });
    expect(await student.choose({ ...BY_CARD, paymentType: "" })).toMatchObject({ ok: false });
    expect([await student.step(), await liveId(student)]).toEqual(["review", id]);
    expect(await student.answers()).toMatchObject({ ...DETAILS, numberOfInstalments: 26 });
  });

  it("in another window are never signed unseen: what is signed is what was read", async () => {
    const student = await atReview();
    const read = (await student.view()).checkoutId!;
    await student.choose({ ...BY_PLAN, numberOfInstalments: "2" });
    await student.authorise();
    const signed = await student.confirm(DECLARED, student.portal, WORDING_VERSION, read);
    expect(signed).toEqual({ ok: true, step: "review", undone: "plan" });
    expect(await student.statuses()).toEqual(["Cancelled", "Awaiting Confirmation"]);
    expect(await student.confirm()).toEqual({ ok: true, step: "done" });
    expect((await student.view()).plan).toMatchObject({ numberOfInstalments: 2 });
  });
});

describe("the price of a plan", () => {
  it("stays for a plan that is under way, and for the same choice again", async () => {
    for (const student of [await atBank(), await atReview()]) {
      const before = await student.view();
      const id = await liveId(student);
      await student.setPrice(160_000);
      expect(await student.choose(BY_PLAN)).toEqual({ ok: true, step: before.step });
      expect(await liveId(student)).toBe(id);
      expect(await student.view()).toMatchObject({
        step: before.step,
        course: { priceCents: 150_000 },
        plan: before.plan,
      });
    }
    const student = await atReview();
    await student.setPrice(160_000);
    await student.confirm();
    const text = await student.agreementText();
    expect(text).toContain("$1,500.00");
    expect(text).not.toContain("$1,600.00");
  });

  it("for a choice of something else is the course's of now, which the page of choices shows", async () => {
    const student = await atBank();
    await student.setPrice(160_000);
    expect(await student.view()).toMatchObject({ offeredPriceCents: 160_000, priceChangedFrom: 150_000 });
    await student.choose({ ...BY_PLAN, numberOfInstalments: "10" });
    expect((await student.view()).plan).toMatchObject({ instalmentCents: 16_000 });
    expect(await student.view()).toMatchObject({ course: { priceCents: 160_000 }, priceChangedFrom: null });
  });
});

describe("a plan that came to nothing", () => {
  const ENDS = {
    expired: (student: Student) => student.lapse(),
    cancelled: async (student: Student) => {
      const answer = await api("server", student.college.key).cancel(await liveId(student));
      expect(answer.status).toBe(200);
    },
  };

  describe.each(Object.entries(ENDS))("because it %s", (step, end) => {
    it("says so, keeps the answers, and is chosen again as a fresh checkout of the same order", async () => {
      for (const student of [await atBank(), await atReview()]) {
        const id = await liveId(student);
        await end(student);
        expect(await student.view()).toMatchObject({
          step,
          student: DETAILS,
          chosen: { numberOfInstalments: 26 },
        });
        expect(await student.saveDetails()).toEqual({ ok: true, step });
        expect(await student.confirm()).toEqual({ ok: true, step });
        expect(await student.choose(BY_PLAN)).toEqual({ ok: true, step: "bank" });
        const [fresh, ended, ...more] = await student.checkouts();
        expect(more).toEqual([]);
        expect(ended!.id).toBe(id);
        expect(ended!.checkoutStatus.toLowerCase()).toBe(step);
        expect(fresh).toMatchObject({
          checkoutStatus: "Awaiting Direct Debit",
          providerOrderId: student.reference,
        });
        await student.authorise();
        expect(await student.confirm()).toEqual({ ok: true, step: "done" });
      }
    });

    it("can be followed by a card, which is charged once", async () => {
      const student = await atBank();
      await end(student);
      expect(await student.choose(BY_CARD)).toEqual({ ok: true, step: "card" });
      expect(await student.pay(cardToken())).toEqual({ status: "moved", step: "done" });
      expect(await student.charges()).toEqual(["succeeded 150000"]);
    });

    it("can be followed by other details", async () => {
      const student = await atBank();
      await end(student);
      expect(await student.saveDetails({ ...DETAILS, lastName: "Tran" })).toEqual({ ok: true, step: "pay" });
      expect(await student.choose(BY_PLAN)).toEqual({ ok: true, step: "bank" });
      expect((await student.view()).student).toMatchObject({ lastName: "Tran" });
    });
  });

  it("in the moment of signing is not signed: the next page says that it expired", async () => {
    const student = await atReview();
    const at = (await openEnrolment(student.deps, student.secret))!;
    await student.lapse();
    const signed = await confirmPlan(
      timed(student.deps, () => new Date()),
      newVisit(),
      at,
      DECLARED,
      at.record!.checkout.id,
      WORDING_VERSION,
    );
    expect(signed).toEqual({ ok: true, step: "expired" });
    expect(await student.portal.agreement(student.secret)).toBeNull();
  });
});

describe("a card that was paid", () => {
  it("has no agreement and no calendar", async () => {
    const student = await atCard();
    await student.pay(cardToken());
    expect(await student.portal.agreement(student.secret)).toBeNull();
    expect(await student.portal.calendar(student.secret)).toBeNull();
  });
});
