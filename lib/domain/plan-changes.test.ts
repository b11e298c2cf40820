import { describe, expect, it } from "vitest";
import { planAgain, signedPlan, withDebit } from "../../e2e/support/plan";
import { context, dates, done, notPossible, tooLate } from "../../e2e/support/plan-changes";
import { isBusinessDay } from "../../packages/dates/business-days";
import { addDays } from "../../packages/dates/calendar";
import { type DebitReason, PLAN_STATUSES, type Plan } from "./plan";
import { type ChangeContext, changePlan, MAX_PAUSE_DAYS, retryDates } from "./plan-changes";
import { firstDebitDate } from "./plan-dates";

/** Debits on 11 January, 11 February, 11 March and 12 April 2027. The first is handed over on Wednesday 6 January. */
const signed = signedPlan();
const HAND_OVER = "2027-01-06";

describe("a pause", () => {
  const pause = (until: string, plan = signed, changed: Partial<ChangeContext> = {}) =>
    changePlan(plan, { kind: "pause", until }, context(changed));

  it("moves all payments by whole periods, so that the first is due on its last day or later", () => {
    expect(dates(done(pause("2027-02-11")))).toBe("27-02-11 27-03-11 27-04-12 27-05-11");
    const plan = done(pause("2027-02-12"));
    expect(plan).toMatchObject({ status: "Paused", pausedUntil: "2027-02-12" });
    expect(dates(plan)).toBe("27-03-11 27-04-12 27-05-11 27-06-11");
    expect(plan.instalments[0]).toMatchObject({ dueDate: "2027-03-11", handOverOn: "2027-03-08" });
  });

  it("moves nothing that comes after it anyway", () => {
    expect(done(pause("2027-01-11")).instalments).toEqual(signed.instalments);
  });

  it.each([
    ["Weekly", "27-01-25 27-02-01"],
    ["Fortnightly", "27-01-25 27-02-08"],
    ["Monthly", "27-02-11 27-03-11"],
  ] as const)("keeps the rhythm of a plan that is paid %s", (frequency, expected) => {
    const plan = signedPlan({ frequency, numberOfInstalments: 2 });
    expect(dates(done(pause("2027-01-19", plan, { frequency })))).toBe(expected);
  });

  it("keeps the last day of the month, over February too", () => {
    const plan = signedPlan({ firstPaymentDate: "2027-01-31", numberOfInstalments: 3 });
    const paused = done(pause("2027-02-20", plan));
    expect(paused.instalments.map(({ dueDate }) => dueDate)).toEqual([
      "2027-02-28",
      "2027-03-31",
      "2027-04-30",
    ]);
    expect(dates(paused)).toBe("27-03-01 27-03-31 27-04-30");
  });

  it("moves a payment with a date of its own from that date on", () => {
    const moved = planAgain(signed, 1, "2027-01-20");
    expect(dates(done(pause("2027-02-12", moved)))).toBe("27-02-22 27-03-11 27-04-12 27-05-11");
  });

  it("can be made longer", () => {
    const longer = done(pause("2027-03-01", done(pause("2027-02-01"))));
    expect(longer).toMatchObject({ status: "Paused", pausedUntil: "2027-03-01" });
    expect(dates(longer)).toBe("27-03-11 27-04-12 27-05-11 27-06-11");
  });

  it("leaves a payment alone from its hand-over on", () => {
    const before = done(pause("2027-03-01", signed, { today: "2027-01-05" }));
    expect(dates(before)).toBe("27-03-11 27-04-12 27-05-11 27-06-11");
    const on = done(pause("2027-03-01", signed, { today: HAND_OVER }));
    expect(dates(on)).toBe("27-01-11 27-03-11 27-04-12 27-05-11");
  });

  it("by the provider leaves alone what is handed over within 14 days", () => {
    const by = "provider";
    const noticed = done(pause("2027-03-01", signed, { by, today: "2026-12-23" }));
    expect(dates(noticed)).toBe("27-03-11 27-04-12 27-05-11 27-06-11");
    const late = done(pause("2027-03-01", signed, { by, today: "2026-12-24" }));
    expect(dates(late)).toBe("27-01-11 27-03-11 27-04-12 27-05-11");
  });

  it("is too late once the last debit can no longer change", () => {
    const one = signedPlan({ numberOfInstalments: 1 });
    expect(pause("2027-03-01", one, { today: HAND_OVER })).toEqual(tooLate(null));
    expect(pause("2027-03-01", withDebit(one, 1, "Sent"))).toEqual(tooLate(null));
  });

  it("is not possible where nothing is planned, from today on or for years", () => {
    const failed = withDebit(signedPlan({ numberOfInstalments: 1 }), 1, "Dishonoured", "temporary");
    expect(pause("2027-03-01", failed)).toEqual(notPossible("not_planned"));
    expect(pause("2027-01-04")).toEqual(notPossible("date_too_early"));
    const last = addDays("2027-01-04", MAX_PAUSE_DAYS);
    expect(done(pause(last)).pausedUntil).toBe(last);
    expect(pause(addDays(last, 1))).toEqual(notPossible("date_too_late"));
  });

  it("ends by resuming, which moves no date", () => {
    const paused = done(pause("2027-02-12"));
    const resumed = done(changePlan(paused, { kind: "resume" }, context()));
    expect(resumed).toEqual({ ...paused, status: "Active", pausedUntil: null });
  });
});

describe("another date", () => {
  const move = (number: number, date: string, changed: Partial<ChangeContext> = {}, plan = signed) =>
    changePlan(plan, { kind: "move", number, date }, context(changed));

  it("changes one debit and its hand-over, earlier or later", () => {
    expect(dates(done(move(2, "2027-02-15")))).toBe("27-01-11 27-02-15 27-03-11 27-04-12");
    const { instalments } = done(move(2, "2027-01-18"));
    expect(instalments[1]).toMatchObject({
      dueDate: "2027-02-11",
      debitDate: "2027-01-18",
      handOverOn: "2027-01-13",
    });
  });

  it("is too late from the hand-over on, and the next that can change is named", () => {
    expect(move(1, "2027-01-20", { today: HAND_OVER })).toEqual(tooLate(2));
    expect(move(1, "2027-01-20", {}, withDebit(signed, 1, "Sent"))).toEqual(tooLate(2));
    expect(move(1, "2027-01-20", { by: "provider" })).toEqual(tooLate(2));
  });

  it("is too late for a debit that is live, whatever is planned beside it", () => {
    for (const status of ["Sending", "Sent", "Paid"] as const) {
      const odd = planAgain(withDebit(signed, 1, status), 1, "2027-02-22");
      expect(move(1, "2027-02-26", {}, odd)).toEqual(tooLate(2));
    }
  });

  it("leaves time for its own hand-over, which the provider announces 14 days before", () => {
    expect(move(2, "2027-01-07")).toEqual(notPossible("date_too_early"));
    expect(dates(done(move(2, "2027-01-08")))).toContain("27-01-08");
    expect(move(2, "2027-01-20", { by: "provider" })).toEqual(notPossible("date_too_early"));
    expect(dates(done(move(2, "2027-01-21", { by: "provider" })))).toContain("27-01-21");
  });

  it("is a business day, of an instalment that there is and that is planned", () => {
    expect(move(2, "2027-02-13")).toEqual(notPossible("not_a_business_day"));
    // A year and a day after its own day, as long as a pause.
    expect(move(2, "2028-02-15")).toEqual(notPossible("date_too_late"));
    expect("plan" in move(2, "2028-02-11")).toBe(true);
    expect(move(5, "2027-02-15")).toEqual(notPossible("no_such_instalment"));
    const paid = withDebit(signed, 1, "Paid");
    expect(move(1, "2027-02-15", {}, paid)).toEqual(notPossible("not_planned"));
  });

  it("is not before the end of a pause", () => {
    const paused = done(changePlan(signed, { kind: "pause", until: "2027-02-11" }, context()));
    expect(move(1, "2027-02-10", {}, paused)).toEqual(notPossible("date_too_early"));
    expect(done(move(1, "2027-02-12", {}, paused)).status).toBe("Paused");
  });
});

describe("another try", () => {
  const failed = withDebit(signed, 1, "Dishonoured", "insufficient_funds");
  const TODAY = "2027-01-14";
  const retry = (date: string, plan = failed, changed: Partial<ChangeContext> = {}, number = 1) =>
    changePlan(plan, { kind: "retry", number, date }, context({ today: TODAY, ...changed }));
  const held = (reason: DebitReason = "temporary"): Plan => ({
    ...withDebit(failed, 2, "Dishonoured", reason),
    status: "On Hold",
    holdReason: "two_failed",
  });

  it("plans what failed on the date that the student chose, from the first possible one on", () => {
    expect(retry("2027-01-18")).toEqual(notPossible("date_too_early"));
    expect(done(retry("2027-01-19")).instalments[0]).toMatchObject({
      debitDate: "2027-01-19",
      handOverOn: "2027-01-14",
      attempts: 1,
    });
    expect(retry("2027-01-23")).toEqual(notPossible("not_a_business_day"));
  });

  it("by the provider is announced 14 days before its hand-over", () => {
    expect(retry("2027-02-01", failed, { by: "provider" })).toEqual(notPossible("date_too_early"));
    expect(dates(done(retry("2027-02-02", failed, { by: "provider" })))).toContain("27-02-02");
  });

  it("is only of what failed, and is neither planned, on its way nor paid", () => {
    expect(retry("2027-01-19", done(retry("2027-01-19")))).toEqual(notPossible("not_owed"));
    expect(retry("2027-01-19", failed, {}, 2)).toEqual(notPossible("not_owed"));
    expect(retry("2027-01-19", failed, {}, 9)).toEqual(notPossible("no_such_instalment"));
    for (const status of ["Sending", "Sent", "Paid"] as const)
      expect(retry("2027-01-19", withDebit(failed, 1, status))).toEqual(notPossible("not_owed"));
    // Never debited, and nothing planned.
    const instalments = signed.instalments.map((each) => ({ ...each, handOverOn: null }));
    expect(retry("2027-01-19", { ...signed, instalments })).toEqual(notPossible("not_owed"));
  });

  it("is not before the end of a pause", () => {
    const paused: Plan = { ...failed, status: "Paused", pausedUntil: "2027-02-01" };
    expect(retry("2027-01-29", paused)).toEqual(notPossible("date_too_early"));
    expect(done(retry("2027-02-01", paused))).toMatchObject({ status: "Paused" });
  });

  it("takes the plan off a hold after two failures, and off no other", () => {
    expect(done(retry("2027-02-22", held(), { today: "2027-02-16" }))).toMatchObject({
      status: "Active",
      holdReason: null,
    });
    for (const holdReason of ["authority_ended", "bank_stopped", "person"] as const)
      expect(retry("2027-02-22", { ...held(), holdReason })).toEqual(notPossible("plan_status"));
  });

  it("does not debit all at once what was due during the hold, but goes on with the rhythm", () => {
    const today = "2027-03-30";
    const active = done(retry("2027-04-06", held(), { today }));
    expect(dates(active)).toBe("27-04-06 27-02-11 27-04-12 27-05-11");
    // The second waits for the student still.
    expect(active.instalments.map(({ handOverOn }) => handOverOn)).toEqual([
      "2027-04-01",
      null,
      "2027-04-07",
      "2027-05-06",
    ]);
  });

  it.each(["account_closed", "account_invalid", "bank_stopped", "deceased"] as const)(
    "takes it off no hold during which a debit failed because of %s",
    (reason) => {
      expect(retry("2027-02-22", held(reason))).toEqual(notPossible("other_reason"));
    },
  );

  it("takes it off no hold during which a debit was reversed", () => {
    const reversed = withDebit(held(), 3, "Reversed", "temporary");
    expect(retry("2027-02-22", reversed)).toEqual(notPossible("other_reason"));
  });

  it("takes it off no hold once the payer has died, whichever account was debited", () => {
    const plan = held("deceased");
    const debits = plan.debits.map((each) => ({ ...each, isOfFormerAccount: true }));
    expect(retry("2027-02-22", { ...plan, debits })).toEqual(notPossible("other_reason"));
  });

  it("can be on one of three dates, all of them business days", () => {
    expect(retryDates(TODAY)).toEqual(["2027-01-19", "2027-01-27", "2027-02-02"]);
    for (let today = "2026-01-01"; today < "2028-01-01"; today = addDays(today, 1)) {
      const offered = retryDates(today);
      expect(offered.every(isBusinessDay)).toBe(true);
      expect(offered[0]).toBe(firstDebitDate(today));
      for (const date of offered) expect("plan" in retry(date, failed, { today })).toBe(true);
    }
  });
});

describe("the end of a plan", () => {
  it("plans nothing more, and lets run on what was handed over", () => {
    const sent = withDebit(signed, 1, "Sent");
    const ended = done(
      changePlan({ ...sent, status: "Paused", pausedUntil: "2027-02-01" }, { kind: "end" }, context()),
    );
    expect(ended).toMatchObject({ status: "Ended", pausedUntil: null, debits: sent.debits });
    expect(ended.instalments.map(({ handOverOn }) => handOverOn)).toEqual([null, null, null, null]);
  });

  it("is possible during a hold", () => {
    const ended = done(
      changePlan({ ...signed, status: "On Hold", holdReason: "person" }, { kind: "end" }, context()),
    );
    expect(ended).toMatchObject({ status: "Ended", holdReason: null });
  });
});

it.each([
  ["pause", { kind: "pause", until: "2027-02-01" }, ["Active", "Paused"]],
  ["resume", { kind: "resume" }, ["Paused"]],
  ["move", { kind: "move", number: 2, date: "2027-02-15" }, ["Active", "Paused"]],
  ["retry", { kind: "retry", number: 1, date: "2027-02-15" }, ["Active", "Paused"]],
  ["end", { kind: "end" }, ["Active", "Paused", "On Hold"]],
] as const)("%s is possible in some statuses only", (_, change, expected) => {
  const failed = withDebit(signed, 1, "Dishonoured", "temporary");
  for (const status of PLAN_STATUSES) {
    const pausedUntil = status === "Paused" ? "2027-01-20" : null;
    const holdReason = status === "On Hold" ? "person" : null;
    const result = changePlan({ ...failed, status, pausedUntil, holdReason }, change, context());
    if (isIn(expected, status))
      expect({ status, isDone: "plan" in result }).toEqual({ status, isDone: true });
    else expect({ status, result }).toEqual({ status, result: notPossible("plan_status") });
  }
});

const isIn = (list: readonly string[], one: string) => list.includes(one);
