import { describe, expect, it } from "vitest";
import { planAgain, signedPlan, withDebit } from "../../../e2e/support/plan";
import { context, done } from "../../../e2e/support/plan-changes";
import { asText } from "../../../packages/mail/letter";
import type { DebitReason, DebitStatus, Plan } from "../../domain/plan";
import { changePlan } from "../../domain/plan-changes";
import { afterDebit } from "../../domain/plan-results";
import { planLetter } from "./collected";

/** Debits of $250.00 on 11 January, 11 February, 11 March and 12 April 2027. The first is handed over on 6 January. */
const signed = signedPlan();

const FACTS = {
  college: { name: "Harbour College", email: "enrol@harbour.example", phone: null },
  student: "Zoë Nguyễn",
  courseName: "Certificate IV in Bookkeeping",
  reference: "ENR-1",
  url: "https://checkout.example/e/secret",
  refundsUrl: null,
  ending: "456",
};

type Mail = Parameters<typeof planLetter>[0];

/** The email's text on that day; null if it is not sent. */
function textOf(mail: Partial<Mail>, plan: Plan, today: string, facts = {}): string | null {
  const given = { kind: "plan_completed", about: "2", change: null, ...mail } as const;
  const letter = planLetter(given, plan, { ...FACTS, ...facts, today });
  return letter && `${letter.subject}\n${asText(letter, { name: "", accent: null, banner: null })}`;
}

const upcoming = (plan: Plan, today: string, about = "2027-01-11 1") =>
  textOf({ kind: "debit_upcoming", about }, plan, today);

function failed(plan: Plan, today = "2027-01-13") {
  return textOf({ kind: "debit_failed", about: plan.debits.at(-1)?.id ?? "" }, plan, today);
}

/** The plan after its next debit had this result. */
function resulting(reason: DebitReason | null, status: DebitStatus = "Dishonoured", plan = signed): Plan {
  const sent = withDebit(plan, plan.debits.length + 1, status === "Reversed" ? "Paid" : "Sent");
  return afterDebit(sent, sent.debits.at(-1)!, { status, reason }).plan;
}

describe("the email about a debit to come", () => {
  it("says amount, day, account and until when it can change", () => {
    const text = upcoming(signed, "2026-12-30");
    expect(text).toContain("We debit $250.00 on Monday 11 January – Harbour College");
    expect(text).toContain("On Monday 11 January we debit $250.00 from your account ending 456.");
    expect(text).toContain("You can change this until Tuesday 5 January.");
    expect(text).toContain("https://checkout.example/e/secret/plan");
    expect(text).toContain("write to enrol@harbour.example");
  });

  it("never names a last day to change that has passed", () => {
    const handedOver = withDebit(signed, 1, "Sent");
    for (const [plan, today] of [
      [signed, "2027-01-06"],
      [handedOver, "2027-01-07"],
    ] as const) {
      expect(upcoming(plan, today)).toContain("This debit can no longer be changed.");
      expect(upcoming(plan, today)).not.toContain("until");
    }
    expect(upcoming(signed, "2027-01-05")).toContain("until Tuesday 5 January");
  });

  it("names the day on which a late debit is made, and is not sent after it", () => {
    expect(upcoming(signed, "2027-01-12")).toContain("On Friday 15 January we debit $250.00");
    expect(upcoming(withDebit(signed, 1, "Sent"), "2027-01-12")).toBeNull();
  });

  it("says the sum of two payments that fall on one day", () => {
    const both = planAgain(resulting("insufficient_funds"), 1, "2027-02-11");
    for (const about of ["2027-02-11 1,2", "2027-02-11 2"]) {
      const text = upcoming(both, "2027-02-01", about);
      expect(text).toContain("On Thursday 11 February we debit $500.00 from your account");
      expect(text).toContain("These are 2 payments of your plan together.");
    }
  });

  it("is not sent if the payment was moved, paid or is on hold, or a card is paying it", () => {
    const payment = { id: "cat_1", numbers: [1], paidAt: null, refundedCents: 0 } as const;
    const plans: Plan[] = [
      { ...signed, cardPayments: [payment] },
      planAgain(signed, 1, "2027-01-20"),
      withDebit(signed, 1, "Paid"),
      resulting("bank_stopped"),
    ];
    for (const plan of plans) expect(upcoming(plan, "2026-12-30")).toBeNull();
    const held: Plan = { ...signed, status: "On Hold", holdReason: "person" };
    expect(upcoming(held, "2026-12-30")).toBeNull();
  });
});

describe("the email about a debit that failed", () => {
  it.each([
    ["insufficient_funds", "Your bank says that there was not enough money in the account that day."],
    ["temporary", "Your bank could not make this payment that day."],
  ] as const)("because of %s lets the student choose one of three dates", (reason, why) => {
    const text = failed(resulting(reason));
    expect(text).toContain("Your payment of $250.00 did not go through – Harbour College");
    expect(text).toContain(
      `On Monday 11 January we could not debit $250.00 from your account ending 456. ${why}`,
    );
    expect(text).toContain(
      "Nothing is debited again for this payment until you choose a date. There is no fee.",
    );
    expect(text).toContain("on Monday 18 January, Monday 25 January or Monday 1 February.");
    expect(text).toContain("The page of your plan also shows other ways to pay.");
    expect(text).not.toContain("on hold");
  });

  it("offers no date within a pause", () => {
    const paused: Plan = { ...resulting("temporary"), status: "Paused", pausedUntil: "2027-03-01" };
    expect(failed(paused)).toContain("on Thursday 4 March, Thursday 11 March or Thursday 18 March.");
  });

  it("says of the second in a row that the plan is on hold until the student chooses", () => {
    const text = failed(resulting("temporary", "Dishonoured", resulting("insufficient_funds")), "2027-02-15");
    expect(text).toContain("This is the second payment in a row, so your plan is on hold.");
    expect(text).toContain("until you choose a date");
  });

  it.each([
    [
      "account_closed",
      "Dishonoured",
      "Your bank says that the account is closed.",
      "needs another bank account",
    ],
    ["account_invalid", "Refused", "could not find this account", "needs another bank account"],
    [
      "bank_stopped",
      "Dishonoured",
      "Your bank was asked to stop payments to us.",
      "until you have agreed with us",
    ],
    [
      "bank_stopped",
      "Reversed",
      "Your bank took back the payment of $250.00",
      "until you have agreed with us",
    ],
    [null, "Reversed", "Your bank took back the payment of $250.00", "until you have agreed with us"],
  ] as const)("because of %s (%s) says what is needed, and offers no dates", (reason, status, why, need) => {
    const text = failed(resulting(reason, status));
    expect(text).toContain(why);
    expect(text).toContain(need);
    expect(text?.includes("other ways to pay"), "also for a closed account").toBe(need.includes("account"));
    expect(text).not.toContain("Choose");
  });

  it("offers no dates where the plan is on hold for another reason, or has ended", () => {
    const earlier = resulting("account_closed");
    const held = resulting("insufficient_funds", "Dishonoured", earlier);
    expect(failed(held)).toContain("Your plan needs another bank account.");
    expect(failed({ ...resulting("temporary"), status: "Ended" })).toContain("Your plan has ended");
  });

  it("names no account that was given since, and offers dates again", () => {
    const closed = resulting("account_closed");
    const given = changePlan(closed, { kind: "new_account" }, context({ today: "2027-01-13" }));
    const text = failed(done(given));
    expect(text).toContain("we could not debit $250.00 from your former account.");
    expect(text).toContain("We can debit it again on");
    expect(failed(closed)).toContain("Give another account");
  });

  it("is not sent once a date was chosen", () => {
    expect(failed(planAgain(resulting("temporary"), 1, "2027-01-20"))).toBeNull();
  });
});

describe("the email about a change", () => {
  const TODAY = "2026-12-01";
  type Change = NonNullable<Mail["change"]>;
  function change(kind: Change["kind"], changed: Partial<Change> = {}, plan = signed) {
    const by = { kind, by: "student", number: null, effectiveOn: TODAY, ...changed } as const;
    return textOf({ kind: "plan_changed", change: by }, plan, TODAY);
  }

  it("is the receipt of what the student paid by card, and says if the plan is complete", () => {
    const payment = { id: "cat_1", numbers: [1, 2], paidAt: new Date(), refundedCents: 0 } as const;
    const paid: Plan = { ...signed, cardPayments: [payment] };
    const by = {
      kind: "card_payment",
      by: "student",
      number: null,
      paid: [1, 2],
      effectiveOn: TODAY,
    } as const;
    const mail = { kind: "plan_changed", change: by } as const;
    const card = { scheme: "visa", lastFour: "4242", receiptNumber: "R-77" };
    const text = textOf(mail, paid, TODAY, { card });
    expect(text).toContain("You paid by card");
    expect(text).toContain("You paid $500.00 by card. What is paid is not debited any more.");
    expect(text).toContain(
      "Paid: $500.00\nDate: 1 December 2026\nCard: Visa ending 4242\nReceipt number: R-77",
    );
    expect(text).not.toContain("All payments");
    const all: Plan = { ...paid, cardPayments: [{ ...payment, numbers: [1, 2, 3, 4] }], status: "Completed" };
    const last = textOf(mail, all, TODAY);
    expect(last).toContain("You paid $500.00 by card.");
    expect(last).toContain("All payments of your plan are paid. You have paid $1,000.00,");
    expect(last).not.toContain("You paid by card");
    expect(change("outside_payment", { number: 4 }, all)).toContain("Your payment plan is paid in full");
  });

  it("says who paused the plan, until when, and the next and the last payment", () => {
    const paused: Plan = { ...signed, status: "Paused", pausedUntil: "2027-01-10" };
    const text = change("pause", {}, paused);
    expect(text).toContain("You paused your payment plan until Sunday 10 January.");
    expect(text).toContain("Next payment: $250.00 on Monday 11 January");
    expect(text).toContain("Last payment: Monday 12 April");
    expect(text).not.toContain("takes effect");
  });

  it("says when a change by the provider takes effect", () => {
    const text = change("move", { by: "provider", number: 1, effectiveOn: "2026-12-15" });
    expect(text).toContain("Harbour College moved payment 1, $250.00, to Monday 11 January.");
    expect(text).toContain("This takes effect on Tuesday 15 December.");
  });

  it("says which payment is debited again, that the plan goes on, and that it has ended", () => {
    expect(change("retry", { number: 1 })).toContain(
      "You chose Monday 11 January to debit payment 1, $250.00, again.",
    );
    expect(change("new_account")).toContain(
      "You gave another bank account. New debits are made from your account ending 456.",
    );
    expect(change("resume")).toContain("You resumed your payment plan.");
    const ended: Plan = { ...withDebit(signed, 1, "Sent"), status: "Ended" };
    const text = change("end", { by: "provider" }, ended);
    expect(text).toContain("Your payment plan has ended – Harbour College");
    expect(text).toContain("Harbour College ended your payment plan. Nothing more is debited.");
    expect(text).toContain("A debit that was already sent to your bank can no longer be changed.");
  });
});

it("the email about a completed plan says what was paid, and is not sent once a bank took it back", () => {
  const paid = [1, 2, 3, 4].reduce((plan, number) => withDebit(plan, number, "Paid"), signed);
  expect(textOf({}, { ...paid, status: "Completed" }, "2027-04-15")).toContain("You have paid $1,000.00,");
  expect(textOf({}, { ...paid, status: "On Hold", holdReason: "bank_stopped" }, "2027-04-20")).toBeNull();
});
