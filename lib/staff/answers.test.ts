import { expect, test } from "vitest";
import { signedPlan, withDebit } from "../../e2e/support/plan";
import { context, done } from "../../e2e/support/plan-changes";
import { newId } from "../domain/ids";
import type { Plan } from "../domain/plan";
import { changePlan } from "../domain/plan-changes";
import type { RefundStatus } from "../domain/refunds";
import { CHECKOUT_STATUSES, type CheckoutStatus } from "../domain/states";
import { planPage } from "../enrolment/plan-page";
import { answersOf, type Facts } from "./answers";

const { today, frequency } = context();
const at = new Date("2027-01-01T00:00:00Z");
const REQUEST = newId("req");
const AUTHORISED = {
  status: "Authorised",
  bsb: "062-000",
  accountEnding: "456",
  authorisedAt: at,
  statementName: "MVC",
} as const;

function answers(
  checkoutStatus: CheckoutStatus,
  given: Partial<Facts> & { dda?: Facts["record"]["dda"] } = {},
) {
  const { dda = null, ...others } = given;
  const checkout = {
    checkoutStatus,
    coursePriceCents: 150_000,
    financedCents: 100_000,
    depositCents: 50_000,
    depositConfirmed: null,
    numberOfInstalments: 4,
    expiresAt: new Date("2027-01-08T00:00:00Z"),
  };
  const timeline = [
    { type: "checkout.created", occurredAt: at, actor: { kind: "student" }, requestId: REQUEST } as const,
  ];
  const record = { checkout, provider: { timeZone: "Australia/Sydney" }, dda, timeline };
  const facts = {
    record,
    plan: null,
    charges: [],
    refunds: [],
    others: [],
    refundableCents: 0,
    today,
    linkPage: null,
    hasPage: false,
    acts: [],
    otherAccount: null,
    ...others,
  };
  return answersOf(facts);
}

const ofPlan = (plan: Plan) =>
  answers("Confirmed", { plan: planPage({ plan, today, frequency }), dda: AUTHORISED });

test.each(CHECKOUT_STATUSES)("every question about a checkout that is %s has an answer", (status) => {
  for (const says of Object.values(answers(status))) expect(says.join(" ").length).toBeGreaterThan(10);
});

test("of a plan it says what is paid, what comes next and until when that can be stopped", () => {
  const { owed, next, bank, last } = ofPlan(withDebit(signedPlan({ numberOfInstalments: 6 }), 1, "Paid"));
  expect(owed[0]).toBe("$250.00 of $1,500.00 is paid. $1,250.00 is still to be paid.");
  expect(next[0]).toMatch(
    /^Next: \$250\.00 on Thursday 11 February\. It can be stopped until \w+ \d+ February\.$/,
  );
  expect(next.at(-1)).toBe("2 more debits follow.");
  expect(bank[0]).toBe("Yes: 062-000 ending 456. The student agreed to it on 1 Jan 2027, 11:00:00.");
  expect(last).toEqual(["The checkout was created: 1 Jan 2027, 11:00:00, by the student."]);
});

test("a debit that is on its way is said to be beyond recall", () => {
  const { next } = ofPlan(withDebit(signedPlan(), 1, "Sent"));
  expect(next[0]).toBe(
    "$250.00 on Monday 11 January is on its way to the bank. It can no longer be stopped.",
  );
});

test("a failed debit is overdue, with the bank's reason", () => {
  const { owed } = ofPlan(withDebit(signedPlan(), 1, "Dishonoured", "insufficient_funds"));
  expect(owed[1]).toBe(
    "Overdue: $250.00 of Monday 11 January. It failed because there was not enough money in the account.",
  );
});

test("an account that was closed is no living authority", () => {
  const plan = withDebit(signedPlan(), 1, "Dishonoured", "account_closed");
  const { bank, possible } = ofPlan({ ...plan, status: "On Hold", holdReason: "authority_ended" });
  expect(bank[0]).toMatch(/^No: 062-000 ending 456 cannot be debited/);
  expect(possible[0]).toBe("Nothing is debited until the student gives another bank account.");
});

test("a plan that was ended says what will not be debited", () => {
  const ended = done(changePlan(signedPlan(), { kind: "end" }, context({ by: "provider" })));
  const { owed, bank } = ofPlan(ended);
  expect(owed[0]).toContain("the other $1,000.00 will not be debited");
  expect(bank).toContain("Nothing more will be debited from it.");
});

test("a plan that the provider collects is not said to be paid or unpaid", () => {
  expect(answers("Confirmed", { dda: AUTHORISED }).owed.join(" ")).toContain(
    "your own records say what is paid",
  );
});

const declined = (isOrderUncharged: boolean): Partial<Facts> => ({
  charges: [
    {
      status: "declined",
      updatedAt: at,
      cardScheme: null,
      cardLastFour: null,
      declineCode: "insufficient_funds",
      isOrderUncharged,
    },
  ],
});

test("that nothing was charged is said only where the processor was asked about the order", () => {
  const said = (isOrderUncharged: boolean) =>
    answers("Payment Failed", declined(isOrderUncharged)).owed.join(" ");
  expect(said(true)).toContain("Nothing was charged for this order.");
  expect(said(false)).not.toContain("Nothing was charged");
  expect(said(true)).toContain("insufficient_funds");
});

test("while a charge is not known, no other payment is taken", () => {
  expect(answers("Payment Pending").owed).toContain("Do not take another payment meanwhile.");
});

const refund = (status: RefundStatus) => ({ status, amountCents: 10_000, createdAt: at, updatedAt: at });

test.each([
  ["Requested", "A refund of $100.00 was asked for on Friday 1 January, and is not confirmed yet."],
  ["Pending", "A refund of $100.00 was asked for on Friday 1 January, and is not confirmed yet."],
  ["Succeeded", "$100.00 was refunded on Friday 1 January. A bank can take 10 business days to show it."],
  ["Failed", "A refund of $100.00 failed on Friday 1 January: the student does not have this money."],
] as const)("of a refund that is %s it says when, and whether the money is back", (status, says) => {
  expect(answers("Payment Processing", { refunds: [refund(status)] }).owed).toContain(says);
});

test("a student who says that he paid twice is believed where another checkout is paid or signed", () => {
  const other = { reference: "ORD-2", priceCents: 150_000, course: "Drawing", refundedCents: 0 };
  const said = (status: CheckoutStatus) =>
    answers("Payment Processing", { others: [{ ...other, status }] }).owed.join(" ");
  expect(said("Payment Processing")).toContain(
    "Another checkout of this student is paid: $1,500.00 for Drawing, ORD-2.",
  );
  expect(said("Confirmed")).toContain(
    "Another checkout of this student is signed: $1,500.00 for Drawing, ORD-2.",
  );
  expect(said("Payment Failed")).not.toContain("Another");
  const refunded = { ...other, status: "Payment Processing", refundedCents: 150_000 } as const;
  expect(answers("Payment Processing", { others: [refunded] }).owed.join(" ")).toContain(
    "ORD-2. $1,500.00 of it is refunded.",
  );
});

test("why a colleague did what happened last stands beside it", () => {
  const acts = [{ requestId: newId("req"), reason: "Another" }];
  expect(answers("Cancelled", { acts }).last).toHaveLength(1);
  const said = answers("Cancelled", { acts: [...acts, { requestId: REQUEST, reason: "Wrong course" }] });
  expect(said.last[1]).toBe("The reason: Wrong course");
});

test("a debit that a pause came too late for is said to be made all the same", () => {
  const plan = planPage({ plan: signedPlan(), today, frequency });
  const sentence = "A debit that is planned before then is still made.";
  const paused = (pausedUntil: string) =>
    answers("Confirmed", { plan: { ...plan, status: "Paused", pausedUntil } }).owed.join(" ");
  expect(paused("2027-12-31")).toContain(sentence);
  expect(paused("2027-01-02")).not.toContain(sentence);
});

test("whoever looks for a link that is not the portal's is told where it is", () => {
  const said = (hasPage: boolean) => answers("Awaiting Payment", { hasPage }).possible.join(" ");
  expect(said(false)).toContain("This enrolment began in your own system, which has the student’s link.");
  expect(said(true)).not.toContain("your own system");
});

test("what bounced is said to need a new date, which the student can choose too where there is a page for it", () => {
  const plan = planPage({
    plan: withDebit(signedPlan(), 1, "Dishonoured", "insufficient_funds"),
    today,
    frequency,
  });
  expect(answers("Confirmed", { plan }).possible[0]).toBe(
    "What is overdue is debited again once you choose a new date for it.",
  );
  expect(answers("Confirmed", { plan, hasPage: true }).possible[0]).toContain(
    "you, or the student on their page, choose",
  );
});
