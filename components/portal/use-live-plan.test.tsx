import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { type PlanChoice, planFor } from "@/lib/domain/plan-offer";
import { limitsOn, NO_POLICY } from "@/lib/domain/plan-policy";
import { useLivePlan } from "./use-live-plan";

const TODAY = "2027-09-08";
const OFFER = { priceCents: 150_000, today: TODAY, limits: limitsOn(NO_POLICY, TODAY) };
const FIRST: PlanChoice = { frequency: "Weekly", numberOfInstalments: 3, firstPaymentDate: TODAY };

function Shown({ count, date, offer = OFFER }: { count: string; date: string; offer?: typeof OFFER }) {
  const fields = {
    paymentType: "interest_free_payment_plan" as const,
    preset: "other",
    frequency: "Weekly",
    numberOfInstalments: count,
    firstPaymentDate: date,
  };
  const { plan, isCurrent } = useLivePlan(fields, offer, planFor(OFFER.priceCents, FIRST)!, null);
  return `${isCurrent} ${plan.numberOfInstalments} ${plan.firstPaymentDate}`;
}

it.each([
  ["5", "2027-09-15"],
  [" 5 ", " 2027-09-15"],
  ["５", "2027-09-15"],
  ["5\u200b", "2027-09-15\u00ad"],
])("previews what the form will read: %j payments from %j", (count, date) => {
  expect(renderToStaticMarkup(<Shown count={count} date={date} />)).toBe("true 5 2027-09-15");
});

it("keeps the last plan while the number cannot be one", () => {
  expect(renderToStaticMarkup(<Shown count="five" date="2027-09-15" />)).toBe("false 3 2027-09-08");
});

it("previews no plan whose first debit is too near", () => {
  const limits = limitsOn({ ...NO_POLICY, firstDebitLeadDays: 3 }, TODAY);
  const shown = (date: string) =>
    renderToStaticMarkup(<Shown count="5" date={date} offer={{ ...OFFER, limits }} />);
  expect(["2027-09-10", "2027-09-13"].map(shown)).toEqual(["false 3 2027-09-08", "true 5 2027-09-13"]);
});
