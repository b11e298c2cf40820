import { describe, expect, it } from "vitest";
import { planAgain, signedPlan, withDebit } from "../../e2e/support/plan";
import { DEBIT_STATUSES, type DebitReason, type DebitStatus, HOLD_REASONS, type Plan } from "./plan";
import { afterDebit, isFinal, whoIsTold } from "./plan-results";
import { summaryOf } from "./plan-summary";

const signed = signedPlan();

/** What becomes of the plan when its last debit has this result. */
function told(plan: Plan, status: DebitStatus, reason: DebitReason | null = null) {
  return afterDebit(plan, plan.debits.at(-1)!, { status, reason });
}

const failedOnce = told(withDebit(signed, 1, "Sent"), "Dishonoured", "insufficient_funds").plan;

describe("a debit that is paid", () => {
  it("ends a row of failures", () => {
    const { plan, events } = told(withDebit(failedOnce, 2, "Sent"), "Paid");
    expect({ failed: failedOnce.failedInRow, now: plan.failedInRow, events }).toEqual({
      failed: 1,
      now: 0,
      events: ["debit.paid"],
    });
    expect(plan.status).toBe("Active");
  });

  const lastInFlight = (first: DebitStatus) =>
    withDebit(
      [2, 3].reduce((plan, number) => withDebit(plan, number, "Paid"), withDebit(signed, 1, first)),
      4,
      "Sent",
    );

  it.each(["Active", "Paused", "On Hold"] as const)(
    "completes a plan that is %s if it was the last",
    (status) => {
      const holdReason = status === "On Hold" ? "person" : null;
      const pausedUntil = status === "Paused" ? "2027-05-01" : null;
      const { plan, events } = told({ ...lastInFlight("Paid"), status, holdReason, pausedUntil }, "Paid");
      expect(plan).toMatchObject({ status: "Completed", holdReason: null, pausedUntil: null });
      expect(events).toEqual(["debit.paid", "payment_plan.completed"]);
      expect(summaryOf(plan)).toMatchObject({ standing: "up_to_date", outstandingCents: 0 });
    },
  );

  it.each(["Sending", "Sent", "Dishonoured", "Reversed"] as const)(
    "does not complete the plan while another is %s",
    (status) => {
      const { plan, events } = told(lastInFlight(status), "Paid");
      expect({ status: plan.status, events }).toEqual({ status: "Active", events: ["debit.paid"] });
    },
  );

  it("after the plan has ended changes only what was paid", () => {
    const { plan, events } = told({ ...lastInFlight("Paid"), status: "Ended" }, "Paid");
    expect({ status: plan.status, events }).toEqual({ status: "Ended", events: ["debit.paid"] });
  });
});

describe.each(["Dishonoured", "Refused"] as const)("a debit that is %s", (status) => {
  it.each([
    ["insufficient_funds", "Active", null, 1, "student"],
    ["temporary", "Active", null, 1, "student"],
    ["account_closed", "On Hold", "authority_ended", 0, "student"],
    ["account_invalid", "On Hold", "authority_ended", 0, "student"],
    ["bank_stopped", "On Hold", "bank_stopped", 0, "student"],
    ["technical", "Active", null, 0, "operator"],
    ["deceased", "On Hold", "person", 0, null],
    [null, "Active", null, 0, "operator"],
  ] as const)(
    "because of %s leaves the plan %s (%s, %i in a row), and %s is told",
    (reason, becomes, holdReason, failedInRow, isTold) => {
      const result = told(withDebit(signed, 1, "Sent"), status, reason);
      expect(result.plan).toMatchObject({ status: becomes, holdReason, failedInRow });
      expect(result.plan.debits).toMatchObject([{ status, reason }]);
      expect(whoIsTold({ status, reason })).toBe(isTold);
      const onHold = becomes === "On Hold" ? ["payment_plan.on_hold"] : [];
      expect(result.events).toEqual(["debit.dishonoured", ...onHold]);
    },
  );

  it("leaves its instalment owed, with nothing planned for it", () => {
    // Whoever planned it meanwhile, the student has not chosen that date.
    const planned = planAgain(withDebit(signed, 1, "Sent"), 1, "2027-01-25");
    const { plan } = told(planned, status, "temporary");
    expect(plan.instalments.map(({ handOverOn }) => handOverOn !== null)).toEqual([false, true, true, true]);
    expect(summaryOf(plan)).toMatchObject({ standing: "arrears", nextDebit: { number: 2 } });
  });
});

describe("two debits in a row that failed", () => {
  it("put the plan on hold, whichever instalments they are of", () => {
    const { plan, events } = told(withDebit(failedOnce, 2, "Sent"), "Dishonoured", "temporary");
    expect(plan).toMatchObject({ status: "On Hold", holdReason: "two_failed", failedInRow: 2 });
    expect(events).toEqual(["debit.dishonoured", "payment_plan.on_hold"]);
  });

  it("do not with one between them that was paid", () => {
    const paid = told(withDebit(failedOnce, 2, "Sent"), "Paid").plan;
    const { plan } = told(withDebit(paid, 3, "Sent"), "Dishonoured", "temporary");
    expect(plan).toMatchObject({ status: "Active", failedInRow: 1 });
  });

  it("are still two with one between them that failed for a technical reason", () => {
    const technical = told(withDebit(failedOnce, 2, "Sent"), "Dishonoured", "technical").plan;
    expect(technical).toMatchObject({ status: "Active", failedInRow: 1 });
    const { plan } = told(withDebit(technical, 3, "Sent"), "Dishonoured", "temporary");
    expect(plan).toMatchObject({ status: "On Hold", holdReason: "two_failed" });
  });
});

describe("a debit that is reversed", () => {
  const paid = [1, 2, 3, 4].reduce((plan, number) => withDebit(plan, number, "Paid"), signed);

  it.each(["Active", "Paused", "Completed"] as const)("puts a plan that is %s on hold", (status) => {
    const { plan, events } = told({ ...paid, status }, "Reversed", "bank_stopped");
    expect(plan).toMatchObject({ status: "On Hold", holdReason: "bank_stopped" });
    expect(events).toEqual(["debit.reversed", "payment_plan.on_hold"]);
    expect(summaryOf(plan)).toMatchObject({ standing: "arrears", outstandingCents: 25_000 });
  });

  it.each([
    ["insufficient_funds", "bank_stopped", "student"],
    [null, "bank_stopped", "student"],
    ["deceased", "person", null],
  ] as const)("because of %s puts it on hold (%s), and %s is told", (reason, hold, isTold) => {
    expect(told(paid, "Reversed", reason).plan.holdReason).toBe(hold);
    expect(whoIsTold({ status: "Reversed", reason })).toBe(isTold);
  });

  it("has ended a row of failures, with word of its payment or without", () => {
    const sent = withDebit(failedOnce, 2, "Sent");
    const both = told(told(sent, "Paid").plan, "Reversed", "bank_stopped").plan;
    expect(told(sent, "Reversed", "bank_stopped").plan).toEqual(both);
    expect(both.failedInRow).toBe(0);
  });

  it("does not reopen a plan that has ended", () => {
    const { plan, events } = told({ ...paid, status: "Ended" }, "Reversed", "bank_stopped");
    expect({ status: plan.status, events }).toEqual({ status: "Ended", events: ["debit.reversed"] });
  });
});

describe("a plan on hold", () => {
  it.each(HOLD_REASONS)("because of %s keeps this first reason when another debit fails", (holdReason) => {
    for (const reason of ["account_closed", "bank_stopped", "deceased", "temporary"] as const) {
      const held: Plan = { ...withDebit(failedOnce, 2, "Sent"), status: "On Hold", holdReason };
      const result = told(held, "Dishonoured", reason);
      expect(result.plan).toMatchObject({ status: "On Hold", holdReason });
      expect(result).toMatchObject({ events: ["debit.dishonoured"] });
    }
  });
});

describe("a result that cannot follow", () => {
  it.each(["Reversed", "Dishonoured", "Refused"] as const)(
    "changes nothing of a debit that was %s",
    (ended) => {
      const plan = withDebit(signed, 1, ended, "temporary");
      for (const status of DEBIT_STATUSES)
        expect(told(plan, status, "deceased")).toEqual({ plan, events: [] });
    },
  );

  it("changes nothing: that a paid debit was sent, dishonoured or refused", () => {
    const plan = withDebit(signed, 1, "Paid");
    for (const status of ["Sending", "Sent", "Paid", "Dishonoured", "Refused"] as const)
      expect(told(plan, status, "deceased")).toEqual({ plan, events: [] });
  });

  it("changes nothing: about a debit of another plan", () => {
    const plan = withDebit(signed, 1, "Sent");
    expect(afterDebit(plan, { id: "dbt_other" }, { status: "Paid", reason: null }).plan).toBe(plan);
  });

  it("goes by what the plan knows of the debit, not by what the caller read before", () => {
    const before = withDebit(signed, 1, "Sent");
    const { plan } = told(before, "Paid");
    const again = afterDebit(plan, before.debits[0]!, { status: "Dishonoured", reason: "temporary" });
    expect(again.plan).toBe(plan);
  });
});

it("a debit that arrived is noted without an event", () => {
  const { plan, events } = told(withDebit(signed, 1, "Sending"), "Sent");
  expect({ status: plan.debits[0]?.status, events }).toEqual({ status: "Sent", events: [] });
});

it("too little money is not final, a closed account is", () => {
  expect((["insufficient_funds", "temporary", "technical", null] as const).map(isFinal)).not.toContain(true);
  const final = ["account_closed", "account_invalid", "bank_stopped", "deceased"] as const;
  expect(final.map(isFinal)).not.toContain(false);
});
