import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { signedPlan, withDebit } from "../../../e2e/support/plan";
import { context, done } from "../../../e2e/support/plan-changes";
import type { Plan } from "../../../lib/domain/plan";
import { changePlan, type PlanChange } from "../../../lib/domain/plan-changes";
import { planPage } from "../../../lib/enrolment/plan-page";
import { PlanDocuments } from "../PlanDocuments";
import { whatChanges } from "./change-words";
import { PlanPayments } from "./PlanPayments";
import { PlanStanding } from "./PlanStanding";

const { today, frequency } = context();
const pageOf = (plan: Plan, day = today) => planPage({ plan, today: day, frequency });

function said(plan: Plan, asked: PlanChange) {
  const after = done(changePlan(plan, asked, context()));
  return whatChanges(asked, pageOf(plan), pageOf(after)).join(" ");
}

test("a failed payment whose new date comes before all others is named once", () => {
  const failed = withDebit(signedPlan(), 1, "Dishonoured", "insufficient_funds");
  const shown = said(failed, { kind: "retry", number: 1, date: "2027-01-12" });
  expect(shown).toContain("$250.00 is debited on Tuesday 12 January.");
  expect(shown).not.toContain("Next:");
  expect(said(failed, { kind: "retry", number: 1, date: "2027-02-15" })).toContain(
    "Next: $250.00 on Thursday 11 February.",
  );
});

test("another account leaves every failed payment waiting", () => {
  const first = withDebit(signedPlan(), 1, "Dishonoured", "insufficient_funds");
  const both = withDebit(first, 2, "Dishonoured", "insufficient_funds");
  expect(said(first, { kind: "new_account" })).toContain(
    "The $250.00 that did not go through waits until you choose a date.",
  );
  expect(said(both, { kind: "new_account" })).toContain(
    "The 2 payments that did not go through wait until you choose a date for each.",
  );
});

test("the end of a pause brings no payment forward, and says so", () => {
  const paused = done(changePlan(signedPlan(), { kind: "pause", until: "2027-02-11" }, context()));
  expect(said(paused, { kind: "resume" })).toContain("Your dates stay as they are.");
});

test("a plan without a debit to come has nothing for the calendar", () => {
  const drawn = (hasDebit: boolean) =>
    renderToStaticMarkup(<PlanDocuments home="/e/1" isReady hasDebit={hasDebit} />).includes("calendar");
  expect([drawn(true), drawn(false)]).toEqual([true, false]);
});

test("a refund is told next to what was paid", () => {
  const paid = withDebit(signedPlan(), 1, "Paid");
  const drawn = (plan: Plan) =>
    renderToStaticMarkup(<PlanStanding plan={pageOf(plan)} bank={null} changeHref="" />);
  expect(drawn(paid)).not.toContain("Refunded");
  const debits = paid.debits.map((debit) => ({ ...debit, refundedCents: 2_000 }));
  expect(drawn({ ...paid, debits })).toContain("Refunded to you: <strong>$20.00</strong>");
});

test("of a long plan each gap in its payments is marked", () => {
  let plan = signedPlan({ numberOfInstalments: 12 });
  for (const number of [1, 2, 3]) plan = withDebit(plan, number, "Paid");
  const drawn = renderToStaticMarkup(<PlanPayments payments={pageOf(plan, "2027-04-01").payments} />);
  const rows = [...drawn.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(
    ([, row = ""]) => row.replace(/<[^>]*>/g, " ").match(/…|\d+/)?.[0],
  );
  expect(rows.slice(1).join(" ")).toBe("… 1 2 3 4 5 6 … 7 8 9 10 11 12");
});
