import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { planRows } from "@/lib/domain/plan-offer";
import { limitsOn, NO_POLICY } from "@/lib/domain/plan-policy";
import { ChoiceForm } from "./ChoiceForm";

const TODAY = "2027-03-15";

it("says why a debit is later than it is due", () => {
  const chosen = { frequency: "Weekly", numberOfInstalments: 3, firstPaymentDate: "2027-03-26" } as const;
  const offer = { priceCents: 150_000, today: TODAY, limits: limitsOn(NO_POLICY, TODAY) };
  const drawn = renderToStaticMarkup(
    <ChoiceForm
      action={async (state) => state}
      offer="offer"
      {...offer}
      {...planRows(offer, chosen.firstPaymentDate, null)}
      paymentType="interest_free_payment_plan"
      chosen={chosen}
      underWay={null}
    />,
  ).replace(/<[^>]+>/g, "");
  expect(drawn).toContain("30 Mar 2027 (due 26 Mar, public holiday)");
});
