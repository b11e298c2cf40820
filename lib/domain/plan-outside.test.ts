import { describe, expect, it } from "vitest";
import { signedPlan, withDebit } from "../../e2e/support/plan";
import { context, done, notPossible, tooLate } from "../../e2e/support/plan-changes";
import { PLAN_STATUSES, type Plan } from "./plan";
import { type ChangeContext, changePlan } from "./plan-changes";
import { afterDebit } from "./plan-results";
import { summaryOf } from "./plan-summary";

/** Four debits of $250.00. The first is handed over on Wednesday 6 January 2027. */
const signed = signedPlan();
const HAND_OVER = "2027-01-06";
const PAYMENT = { receivedOn: "2027-01-04", reference: "Transfer 1", recordedBy: "staff:Ava" };

const paidOutside = (
  number: number,
  plan: Plan = signed,
  changed: Partial<ChangeContext> = {},
  { amountCents = null, ...payment }: { amountCents?: number | null; receivedOn?: string } = {},
) =>
  changePlan(
    plan,
    { kind: "outside_payment", number, amountCents, payment: { ...PAYMENT, ...payment } },
    context({ by: "provider", ...changed }),
  );

describe("money that came another way", () => {
  it("pays a payment that is planned, which is then not debited", () => {
    const plan = done(paidOutside(1));
    expect(plan.instalments[0]).toMatchObject({ handOverOn: null, outsidePayment: PAYMENT });
    expect(plan.status).toBe("Active");
    expect(summaryOf(plan)).toMatchObject({
      standing: "up_to_date",
      paidCents: 25_000,
      outstandingCents: 75_000,
      nextDebit: { number: 2 },
    });
  });

  it("pays a payment that failed, which is then not owed and not debited again", () => {
    const failed = withDebit(signed, 1, "Dishonoured", "insufficient_funds");
    const plan = done(paidOutside(1, failed));
    expect(summaryOf(plan)).toMatchObject({ standing: "up_to_date", arrears: null, paidCents: 25_000 });
    const retry = { kind: "retry", number: 1, date: "2027-02-22" } as const;
    expect(changePlan(plan, retry, context())).toEqual(notPossible("not_owed"));
  });

  it("is possible until the cut-off, without notice", () => {
    expect("plan" in paidOutside(1, signed, { today: "2027-01-05" })).toBe(true);
    expect(paidOutside(1, signed, { today: HAND_OVER })).toEqual(tooLate(2));
    for (const status of ["Sending", "Sent"] as const)
      expect(paidOutside(1, withDebit(signed, 1, status))).toEqual(tooLate(2));
  });

  it("pays nothing twice", () => {
    expect(paidOutside(1, done(paidOutside(1)))).toEqual(notPossible("already_paid"));
    expect(paidOutside(1, withDebit(signed, 1, "Paid"))).toEqual(notPossible("already_paid"));
  });

  it("is what the payment is, was received already, and is of a payment that there is", () => {
    expect("plan" in paidOutside(1, signed, {}, { amountCents: 25_000 })).toBe(true);
    for (const amountCents of [24_999, 25_001])
      expect(paidOutside(1, signed, {}, { amountCents })).toEqual(notPossible("amount_differs"));
    expect(paidOutside(1, signed, {}, { receivedOn: "2027-01-05" })).toEqual(notPossible("date_too_late"));
    expect(paidOutside(5)).toEqual(notPossible("no_such_instalment"));
  });

  it("is recorded by the provider only", () => {
    expect(paidOutside(1, signed, { by: "student" })).toEqual(notPossible("providers_only"));
  });

  it("leaves a hold as it is, also where the payment was due during the hold", () => {
    const held: Plan = { ...signed, status: "On Hold", holdReason: "two_failed", failedInRow: 2 };
    const plan = done(paidOutside(1, held, { today: "2027-01-20" }));
    expect(plan).toMatchObject({ status: "On Hold", holdReason: "two_failed", failedInRow: 2 });
  });

  it("does not hide that the bank account is closed", () => {
    const closed = withDebit(signed, 1, "Dishonoured", "account_closed");
    const held: Plan = { ...closed, status: "On Hold", holdReason: "two_failed" };
    const resume = changePlan(done(paidOutside(1, held)), { kind: "resume" }, context({ by: "provider" }));
    expect(resume).toEqual(notPossible("account_is_gone"));
  });

  it.each(PLAN_STATUSES)(
    "completes a plan that is %s if it was the last, and not once that is over",
    (status) => {
      const paid = [1, 2, 3].reduce((plan, number) => withDebit(plan, number, "Paid"), signed);
      const holdReason = status === "On Hold" ? "person" : null;
      const result = paidOutside(4, { ...paid, status, holdReason });
      if (status === "Completed" || status === "Ended")
        return expect(result).toEqual(notPossible("plan_status"));
      expect(done(result)).toMatchObject({ status: "Completed", holdReason: null, pausedUntil: null });
    },
  );

  it("lets the last debit complete the plan", () => {
    const rest = [2, 3].reduce((plan, number) => withDebit(plan, number, "Paid"), done(paidOutside(1)));
    const sent = withDebit(rest, 4, "Sent");
    const { plan, events } = afterDebit(sent, sent.debits.at(-1)!, { status: "Paid", reason: null });
    expect([plan.status, ...events]).toEqual(["Completed", "debit.paid", "payment_plan.completed"]);
  });
});
