import { describe, expect, it } from "vitest";
import { signedPlan, withDebit } from "../../e2e/support/plan";
import { context, dates, done, notPossible } from "../../e2e/support/plan-changes";
import type { HoldReason, Plan } from "./plan";
import { type ChangeContext, changePlan } from "./plan-changes";
import { afterDebit } from "./plan-results";

/** Debits on 11 January, 11 February, 11 March and 12 April 2027. */
const signed = signedPlan();

describe("a hold by somebody", () => {
  const hold = (plan: Plan, changed: Partial<ChangeContext> = {}) =>
    changePlan(plan, { kind: "hold" }, context({ by: "provider", ...changed }));

  it("stops a plan that runs or is paused, and leaves its dates", () => {
    for (const plan of [signed, { ...signed, status: "Paused", pausedUntil: "2027-02-01" } as const]) {
      const held = done(hold(plan));
      expect(held).toMatchObject({ status: "On Hold", holdReason: "person", pausedUntil: null });
      expect(dates(held)).toBe(dates(signed));
    }
  });

  it("is no student's, and not possible twice", () => {
    expect(hold(signed, { by: "student" })).toEqual(notPossible("providers_only"));
    expect(hold(done(hold(signed)))).toEqual(notPossible("plan_status"));
  });
});

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

describe("another account", () => {
  const closed = withDebit(signed, 1, "Dishonoured", "account_closed");
  const held = (holdReason: HoldReason, plan = closed): Plan => ({ ...plan, status: "On Hold", holdReason });
  const given = (plan: Plan, today = "2027-01-20") =>
    done(changePlan(plan, { kind: "new_account" }, context({ today, by: "provider" })));

  it("ends the hold of an account that is gone without notice, and what is owed waits for a date", () => {
    const active = given({ ...held("authority_ended"), failedInRow: 1 });
    expect(active).toMatchObject({ status: "Active", holdReason: null, failedInRow: 0 });
    expect(dates(active)).toBe(dates(signed));
    expect(active.instalments[0]?.handOverOn).toBeNull();
    expect(dates(given(held("authority_ended"), "2027-02-20"))).toBe("27-01-11 27-03-11 27-04-12 27-05-11");
  });

  it("leaves other holds, whose end the former account no longer stands in the way of", () => {
    for (const reason of ["bank_stopped", "two_failed", "person"] as const) {
      const still = given(held(reason));
      expect(still.holdReason).toBe(reason);
      const resumed = changePlan(still, { kind: "resume" }, context({ today: "2027-01-20", by: "provider" }));
      expect(done(resumed).status).toBe("Active");
    }
    const retry = { kind: "retry", number: 1, date: "2027-02-01" } as const;
    expect(done(changePlan(given(held("two_failed")), retry, context({ today: "2027-01-20" }))).status).toBe(
      "Active",
    );
  });

  it("puts no plan back to work whose payer has died", () => {
    const died = withDebit(closed, 2, "Dishonoured", "deceased");
    expect(given(held("authority_ended", died))).toMatchObject({ status: "On Hold", holdReason: "person" });
  });

  it("that is closed too is needed once more, but a late failure of the former one holds nothing up", () => {
    const sent = withDebit(given(signed), 1, "Sent");
    const [debit] = sent.debits;
    const outcome = { status: "Dishonoured", reason: "account_closed" } as const;
    expect(afterDebit(sent, debit!, outcome).plan.holdReason).toBe("authority_ended");
    const former = given(sent);
    expect(afterDebit(former, debit!, outcome).plan).toMatchObject({ status: "Active", holdReason: null });
  });

  it("is not taken once the plan is over", () => {
    const ended = done(changePlan(signed, { kind: "end" }, context()));
    expect(changePlan(ended, { kind: "new_account" }, context())).toEqual(notPossible("plan_status"));
  });
});
