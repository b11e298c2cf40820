import { describe, expect, it } from "vitest";
import { signedPlan, withDebit } from "../../e2e/support/plan";
import { context, dates, done, notPossible } from "../../e2e/support/plan-changes";
import type { HoldReason, Plan } from "./plan";
import { type ChangeContext, changePlan } from "./plan-changes";

/** Debits on 11 January, 11 February, 11 March and 12 April 2027. */
const signed = signedPlan();

describe("the release of a hold", () => {
  const failed = withDebit(signed, 1, "Dishonoured", "insufficient_funds");
  const TODAY = "2027-03-30";
  const held = (holdReason: HoldReason, plan = failed): Plan => ({
    ...plan,
    status: "On Hold",
    holdReason,
    failedInRow: 2,
  });
  const resume = (plan: Plan, changed: Partial<ChangeContext> = {}) =>
    changePlan(plan, { kind: "resume" }, context({ today: TODAY, by: "provider", ...changed }));

  it.each(["two_failed", "bank_stopped", "person"] as const)(
    "by the provider after %s goes on with the rhythm, and announces the first debit 14 days before",
    (holdReason) => {
      const active = done(resume(held(holdReason)));
      expect(active).toMatchObject({ status: "Active", holdReason: null, failedInRow: 0 });
      // The first waits for a date still. The second and third were due during the hold.
      expect(dates(active)).toBe("27-01-11 27-05-11 27-06-11 27-07-12");
      expect(active.instalments.map(({ handOverOn }) => handOverOn)).toEqual([
        null,
        "2027-05-06",
        "2027-06-08",
        "2027-07-07",
      ]);
    },
  );

  it("leaves dates as they are that are far enough away", () => {
    const active = done(resume(held("person"), { today: "2027-01-14" }));
    expect(dates(active)).toBe(dates(failed));
  });

  it("needs another account where the bank account is closed or wrong, whatever came first", () => {
    expect(resume(held("authority_ended"))).toEqual(notPossible("account_is_gone"));
    for (const reason of ["account_closed", "account_invalid"] as const) {
      const closed = withDebit(failed, 2, "Dishonoured", reason);
      expect(resume(held("two_failed", closed))).toEqual(notPossible("account_is_gone"));
    }
  });

  it("is not the student's", () => {
    expect(resume(held("person"), { by: "student" })).toEqual(notPossible("plan_status"));
  });
});
