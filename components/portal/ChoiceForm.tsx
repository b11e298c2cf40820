"use client";

import type { ReactNode } from "react";
import { formatMoney } from "@/lib/domain/money";
import {
  choiceWord,
  givesPlan,
  type OfferedPlan,
  type PlanChoice as Plan,
  type PlanOffer,
  type PlanRows,
  planFor,
} from "@/lib/domain/plan-offer";
import type { PaymentType } from "@/lib/domain/states";
import { present } from "@/packages/text/narrow";
import { Form } from "../forms/Form";
import type { FormAction } from "../forms/form-state";
import { SubmitButton } from "../forms/SubmitButton";
import { useActionForm } from "../forms/use-action-form";
import { Fieldset } from "../ui/Fieldset";
import { RadioCard } from "../ui/RadioCard";
import { OTHER, PlanChoice } from "./PlanChoice";

interface Props extends PlanOffer, PlanRows {
  action: FormAction;
  offer: string;
  paymentType: PaymentType | null;
  chosen: Plan | null;
  /** The same choice again keeps it, whatever is offered now. */
  underWay: OfferedPlan | null;
  /** What a change leads to, above the button. */
  children?: ReactNode;
}

/** Step 2: by card, or by a payment plan, whose amounts and dates follow each change. */
export function ChoiceForm({
  action,
  offer,
  priceCents,
  today,
  limits,
  rows: choices,
  hasOthers,
  paymentType,
  chosen,
  underWay,
  children,
}: Props) {
  const rows = choices.map((one) =>
    underWay && choiceWord(one) === choiceWord(underWay)
      ? underWay
      : present(planFor(priceCents, one), "plan of a row"),
  );
  const [first, ...others] = rows;
  const shown = chosen ?? first;
  const word = shown ? choiceWord(shown) : OTHER;
  const choice = useActionForm({
    action,
    initial: {
      paymentType: paymentType ?? "",
      preset: rows.some((one) => choiceWord(one) === word) ? word : OTHER,
      frequency: shown?.frequency ?? "",
      numberOfInstalments: shown ? String(shown.numberOfInstalments) : "",
      firstPaymentDate: shown?.firstPaymentDate ?? "",
    },
    async rules(fields) {
      if (underWay && fields.paymentType === "interest_free_payment_plan" && givesPlan(fields, underWay))
        return null;
      const { choiceForm } = await import("@/lib/contract/forms/choice");
      return choiceForm(today, priceCents, limits);
    },
  });
  const { errorOf } = choice;
  const option = (value: PaymentType) => ({
    name: "paymentType",
    value,
    defaultChecked: choice.initialOf("paymentType") === value,
  });
  return (
    <Form
      of={choice}
      fields={["paymentType", "preset", "frequency", "numberOfInstalments", "firstPaymentDate"]}
      hidden={{ offer }}
      className="space-y-10"
    >
      <Fieldset id="paymentType" legend="How to pay" legendSize="hidden" error={errorOf("paymentType")}>
        <RadioCard
          id="by-card"
          label={`Pay ${formatMoney(priceCents)} today by card`}
          description="One payment, and you are enrolled."
          {...option("upfront_payment")}
        />
        {first && (
          <PlanChoice
            {...{ choice, hasOthers, underWay, priceCents, today, limits }}
            presets={[first, ...others]}
            radio={option("interest_free_payment_plan")}
          />
        )}
      </Fieldset>
      {children}
      <div className="within-reach">
        <SubmitButton busy={choice.busy}>Continue</SubmitButton>
      </div>
    </Form>
  );
}
