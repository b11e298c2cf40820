import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { planRows } from "@/lib/domain/plan-offer";
import { limitsOn, NO_POLICY } from "@/lib/domain/plan-policy";
import { ChoiceForm } from "./ChoiceForm";

const TODAY = "2027-09-08";

it("draws the payments by the operator's bank days, and says why a debit is later", () => {
  const chosen = { frequency: "Weekly", numberOfInstalments: 3, firstPaymentDate: "2027-09-15" } as const;
  const drawn = (bankDays: Record<string, boolean>) => {
    const offer = { priceCents: 150_000, today: TODAY, limits: limitsOn(NO_POLICY, TODAY, bankDays) };
    return renderToStaticMarkup(
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
  };
  expect(drawn({})).not.toContain("bank holiday");
  expect(drawn({ "2027-09-22": false })).toContain("23 Sep 2027 (due 22 Sep, bank holiday)");
});
