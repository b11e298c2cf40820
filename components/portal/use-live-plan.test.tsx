import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { choiceForm } from "@/lib/contract/forms/choice";
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
  const { plan, isCurrent, counts } = useLivePlan(fields, offer, planFor(OFFER.priceCents, FIRST)!, null);
  const { error } = choiceForm(TODAY, offer.priceCents, offer.limits).safeParse(fields);
  const about = error?.issues.find(({ path }) => path[0] === "numberOfInstalments");
  return (
    <>
      <p>{`${isCurrent} ${plan.numberOfInstalments} ${plan.firstPaymentDate}`}</p>
      <p>{`between ${counts.least} and ${counts.most}. ${about?.message}.`}</p>
    </>
  );
}

const plan = (shown: string) => shown.split(/<\/?p>/)[1];

it.each([
  ["a date that is possible", "2027-12-24", "1 and 10"],
  ["a date that is too late", "2029-12-24", "1 and 52"],
  ["no date", "", "1 and 52"],
])("with %s, the hint and the error name the same numbers", (_, date, range) => {
  const limits = limitsOn({ ...NO_POLICY, mostInstalments: 52, latestLastDebitDate: "2028-02-25" }, TODAY);
  expect(renderToStaticMarkup(<Shown count="99" date={date} offer={{ ...OFFER, limits }} />)).toContain(
    `between ${range}. Number of payments must be between ${range}.`,
  );
});

it.each([
  ["5", "2027-09-15"],
  [" 5 ", " 2027-09-15"],
  ["５", "2027-09-15"],
  ["5\u200b", "2027-09-15\u00ad"],
])("previews what the form will read: %j payments from %j", (count, date) => {
  expect(plan(renderToStaticMarkup(<Shown count={count} date={date} />))).toBe("true 5 2027-09-15");
});

it("keeps the last plan while the number cannot be one", () => {
  expect(plan(renderToStaticMarkup(<Shown count="five" date="2027-09-15" />))).toBe("false 3 2027-09-08");
});

it("previews no plan whose first debit is too near", () => {
  const limits = limitsOn({ ...NO_POLICY, firstDebitLeadDays: 3 }, TODAY);
  const shown = (date: string) =>
    plan(renderToStaticMarkup(<Shown count="5" date={date} offer={{ ...OFFER, limits }} />));
  expect(["2027-09-10", "2027-09-13"].map(shown)).toEqual(["false 3 2027-09-08", "true 5 2027-09-13"]);
});
