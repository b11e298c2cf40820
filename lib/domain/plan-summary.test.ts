import { describe, expect, it } from "vitest";
import { planAgain, signedPlan, withDebit } from "../../e2e/support/plan";
import { summaryOf } from "./plan-summary";

const signed = signedPlan();

describe("how a collected plan stands", () => {
  it("right after it was signed: nothing is paid, and its first debit is next", () => {
    expect(summaryOf(signed)).toEqual({
      standing: "up_to_date",
      arrears: null,
      paidCents: 0,
      outstandingCents: 100_000,
      nextDebit: { number: 1, date: "2027-01-11", amountCents: 25_000, canChangeUntil: "2027-01-05" },
    });
  });

  it.each(["Sending", "Sent"] as const)(
    "is in flight while a debit is %s, which pays nothing yet",
    (status) => {
      const { standing, paidCents, nextDebit } = summaryOf(withDebit(signed, 1, status));
      expect({ standing, paidCents, next: nextDebit?.number }).toEqual({
        standing: "in_flight",
        paidCents: 0,
        next: 2,
      });
    },
  );

  it("is up to date once the debit is paid", () => {
    expect(summaryOf(withDebit(signed, 1, "Paid"))).toMatchObject({
      standing: "up_to_date",
      paidCents: 25_000,
      outstandingCents: 75_000,
    });
  });

  it.each(["Dishonoured", "Reversed", "Refused"] as const)(
    "is in arrears since the date of a debit that was %s, even with another in flight",
    (status) => {
      expect(summaryOf(withDebit(withDebit(signed, 1, status), 2, "Sent"))).toMatchObject({
        standing: "arrears",
        arrears: { amountCents: 25_000, since: "2027-01-11" },
        paidCents: 0,
        outstandingCents: 100_000,
      });
    },
  );

  it("stays in arrears since the first failure while another try is planned, and when that fails too", () => {
    const planned = planAgain(withDebit(signed, 1, "Dishonoured"), 1, "2027-01-25");
    expect(summaryOf(planned)).toMatchObject({ standing: "arrears", nextDebit: { number: 1 } });
    const again = withDebit(withDebit(planned, 1, "Dishonoured"), 2, "Dishonoured");
    expect(summaryOf(again).arrears).toEqual({ amountCents: 50_000, since: "2027-01-11" });
  });

  it("is not in arrears once the next try is on its way, nor when it was paid", () => {
    const failed = withDebit(signed, 1, "Dishonoured");
    expect(summaryOf(withDebit(failed, 1, "Sending"))).toMatchObject({
      standing: "in_flight",
      arrears: null,
    });
    expect(summaryOf(withDebit(failed, 1, "Paid"))).toMatchObject({ standing: "up_to_date", arrears: null });
  });

  it("does not count what never reached a bank while it is planned again", () => {
    const refused = planAgain(withDebit(signed, 1, "Refused", "technical"), 1, "2027-01-25");
    expect(summaryOf(refused)).toMatchObject({ standing: "up_to_date", arrears: null });
  });
});

describe("the next debit", () => {
  it("is the one with the earliest date, whatever its number", () => {
    expect(summaryOf(planAgain(signed, 1, "2027-02-22")).nextDebit?.number).toBe(2);
  });

  it("is none when nothing is planned", () => {
    const sent = [1, 2, 3, 4].reduce((plan, number) => withDebit(plan, number, "Sent"), signed);
    expect(summaryOf(sent).nextDebit).toBeNull();
  });

  it.each([
    ["Paused", true],
    ["On Hold", false],
    ["Ended", false],
    ["Completed", false],
  ] as const)("of a plan that is %s: %s", (status, isThere) => {
    expect(summaryOf({ ...signed, status }).nextDebit !== null).toBe(isThere);
  });
});
