import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { buildSchedule } from "../../lib/domain/schedule";
import { PlanSummary } from "./PlanSummary";

const PLAN = {
  frequency: "Fortnightly",
  numberOfInstalments: 26,
  instalmentCents: 5_769,
  firstPaymentDate: "2026-12-11",
} as const;

test("who debits and the name on the bank statement are in sight, also where the rest is folded", () => {
  const words = { text: "", version: "", sha256: "" };
  const request = { ...words, debitedBy: "Stripe Payments Australia Pty Ltd", statementName: "HARBOUR FEES" };
  const schedule = buildSchedule({ ...PLAN, financedCents: 150_000 });
  const plan = { courseName: "Bookkeeping", frequency: "Fortnightly", totalCents: 150_000, schedule };
  const drawn = (isFolded: boolean) =>
    renderToStaticMarkup(
      <PlanSummary plan={plan} provider="Harbour College" request={request} isFolded={isFolded} />,
    ).replace(
      /<details[\s\S]*?<\/details>/g,
      (folded) => /<summary[\s\S]*?<\/summary>/.exec(folded)?.[0] ?? "",
    );
  for (const isFolded of [true, false]) {
    expect(drawn(isFolded)).toContain("Stripe Payments Australia Pty Ltd, for Harbour College");
    expect(drawn(isFolded)).toContain("HARBOUR FEES");
  }
});
