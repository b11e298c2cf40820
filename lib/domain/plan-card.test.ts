import { describe, expect, it } from "vitest";
import { planAgain, signedPlan, withDebit } from "../../e2e/support/plan";
import { context, done, notPossible, tooLate } from "../../e2e/support/plan-changes";
import type { CardPayment, Plan } from "./plan";
import { afterCardPayment, owedByNow, payableByCard } from "./plan-card";
import { changePlan } from "./plan-changes";
import { afterDebit } from "./plan-results";
import { summaryOf } from "./plan-summary";

/** Four debits of $250.00. The first is handed over on Wednesday 6 January 2027. */
const signed = signedPlan();
const HAND_OVER = "2027-01-06";
const { today, frequency } = context();
const failed = withDebit(signed, 1, "Dishonoured", "insufficient_funds");

const numbersOf = (parts: readonly { number: number }[]) => parts.map(({ number }) => number);

function withCard(plan: Plan, numbers: number[], paidAt: Date | null): Plan {
  const payment: CardPayment = { id: `cat_${numbers.join("")}`, numbers, paidAt, refundedCents: 0 };
  return { ...plan, cardPayments: [...plan.cardPayments, payment] };
}

const paidByCard = (plan: Plan, numbers: number[]) =>
  afterCardPayment(withCard(plan, numbers, new Date()), numbers, { today, frequency });

function dishonoured(plan: Plan, number: number): Plan {
  const sent = withDebit(plan, number, "Sent");
  return afterDebit(sent, sent.debits.at(-1)!, { status: "Dishonoured", reason: "temporary" }).plan;
}

describe("what a card can pay", () => {
  it("is everything that is neither paid, nor on its way, nor about to be handed over", () => {
    expect(numbersOf(payableByCard(signed, today))).toEqual([1, 2, 3, 4]);
    expect(numbersOf(payableByCard(signed, HAND_OVER))).toEqual([2, 3, 4]);
    expect(numbersOf(payableByCard(withDebit(signed, 1, "Sent"), today))).toEqual([2, 3, 4]);
    expect(numbersOf(payableByCard(withCard(signed, [2], null), today))).toEqual([1, 3, 4]);
    expect(payableByCard({ ...signed, status: "Ended" }, today)).toEqual([]);
    const payment = { receivedOn: today, reference: null, recordedBy: "staff:Ava" };
    const outside = { kind: "outside_payment", number: 3, amountCents: null, payment } as const;
    const paid = done(changePlan(signed, outside, context({ by: "provider" })));
    expect(numbersOf(payableByCard(paid, today))).toEqual([1, 2, 4]);
  });

  it("is owed if its debit failed and no other is planned", () => {
    expect(owedByNow(signed, today)).toEqual([]);
    expect(numbersOf(owedByNow(failed, today))).toEqual([1]);
    expect(owedByNow(planAgain(failed, 1, "2027-02-11"), today)).toEqual([]);
  });
});

describe("while the outcome of a card payment is awaited", () => {
  const awaited = withCard(failed, [1, 2], null);

  it("nothing of it is owed, paid or the next debit", () => {
    expect(summaryOf(awaited)).toMatchObject({
      standing: "in_flight",
      arrears: null,
      paidCents: 0,
      nextDebit: { number: 3 },
    });
  });

  it("its payments can neither be moved, retried, nor recorded as paid another way", () => {
    const payment = { receivedOn: today, reference: null, recordedBy: "staff:Ava" };
    const outside = { kind: "outside_payment", number: 2, amountCents: null, payment } as const;
    expect(changePlan(awaited, outside, context({ by: "provider" }))).toEqual(
      notPossible("paid_by_card_now"),
    );
    for (const change of [
      { kind: "move", number: 2, date: "2027-03-11" },
      { kind: "retry", number: 1, date: "2027-03-11" },
    ] as const)
      expect(changePlan(awaited, change, context())).toEqual(notPossible("paid_by_card_now"));
  });

  it("none of them is named as the first payment that can still change", () => {
    const waits = withCard(signed, [2], null);
    const late = changePlan(
      waits,
      { kind: "move", number: 1, date: "2027-03-11" },
      context({ today: HAND_OVER }),
    );
    expect(late).toEqual(tooLate(3));
  });

  it("a pause moves them too, in case the card is declined", () => {
    const paused = done(changePlan(awaited, { kind: "pause", until: "2027-03-01" }, context()));
    expect(paused.instalments[1]!.debitDate >= "2027-03-01").toBe(true);
  });
});

describe("a card that has paid", () => {
  it("pays what was planned, which is then not debited", () => {
    const plan = paidByCard(signed, [2]);
    expect(plan.instalments[1]).toMatchObject({ handOverOn: null, debitDate: today });
    expect(summaryOf(plan)).toMatchObject({ paidCents: 25_000, nextDebit: { number: 1 }, arrears: null });
  });

  it("completes the plan with the last payments", () => {
    expect(paidByCard(failed, [1, 2, 3, 4])).toMatchObject({ status: "Completed", failedInRow: 0 });
  });

  it("ends the hold after two failures once nothing is owed any more", () => {
    const held = dishonoured(dishonoured(signed, 1), 2);
    expect(held).toMatchObject({ status: "On Hold", holdReason: "two_failed" });
    expect(paidByCard(held, [1])).toMatchObject({ status: "On Hold", failedInRow: 2 });
    expect(paidByCard(held, [1, 2])).toMatchObject({ status: "Active", holdReason: null, failedInRow: 0 });
  });

  it("does not end a hold for another reason", () => {
    const held: Plan = { ...failed, status: "On Hold", holdReason: "authority_ended" };
    expect(paidByCard(held, [1])).toMatchObject({ status: "On Hold", holdReason: "authority_ended" });
  });

  it("does not end the hold after two failures where the account was closed since", () => {
    const closed = withDebit(dishonoured(dishonoured(signed, 1), 2), 3, "Dishonoured", "account_closed");
    expect(paidByCard(closed, [1, 2, 3])).toMatchObject({ status: "On Hold", holdReason: "two_failed" });
  });
});
