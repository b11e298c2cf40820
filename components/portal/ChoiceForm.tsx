"use client";

import type { ReactNode } from "react";
import type { ChoiceFields } from "@/lib/contract/forms/choice";
import type { CalendarDate } from "@/lib/domain/calendar";
import { formatMoney } from "@/lib/domain/money";
import {
  choiceWord,
  describePlan,
  type OfferedPlan,
  type PlanChoice as Plan,
  presetsFor,
} from "@/lib/domain/plan-offer";
import type { PlanLimits } from "@/lib/domain/plan-policy";
import type { PaymentType } from "@/lib/domain/states";
import { Form } from "../forms/Form";
import type { FormAction } from "../forms/form-state";
import { SubmitButton } from "../forms/SubmitButton";
import { type ServerForm, useActionForm } from "../forms/use-server-form";
import { Fieldset } from "../ui/Fieldset";
import { RadioCard } from "../ui/RadioCard";
import { OTHER, PlanChoice } from "./PlanChoice";
import { useLivePlan } from "./use-live-plan";

interface Props {
  action: FormAction;
  offer: string;
  priceCents: number;
  today: CalendarDate;
  limits: PlanLimits;
  paymentType: PaymentType | null;
  chosen: Plan | null;
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
  paymentType,
  chosen,
  children,
}: Props) {
  const presets = presetsFor(priceCents, today, limits, chosen?.firstPaymentDate);
  const [usual] = presets;
  const shown = chosen ?? usual;
  const word = shown ? choiceWord(shown) : OTHER;
  const choice = useActionForm<ChoiceFields>({
    action,
    defaultValues: {
      paymentType: paymentType ?? "",
      preset: presets.some((one) => choiceWord(one) === word) ? word : OTHER,
      frequency: shown?.frequency ?? "",
      numberOfInstalments: shown ? String(shown.numberOfInstalments) : "",
      firstPaymentDate: shown?.firstPaymentDate ?? "",
    },
    loadSchema: () =>
      import("@/lib/contract/forms/choice").then(({ choiceForm }) => choiceForm(today, priceCents, limits)),
  });
  const { register, errorOf } = choice;
  const option = (value: PaymentType) => ({
    value,
    defaultChecked: choice.initialOf("paymentType") === value,
    ...register("paymentType"),
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
        {usual && (
          <PlanCard
            {...{ choice, presets, usual, priceCents, today, limits }}
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

interface CardProps extends Pick<Props, "priceCents" | "today" | "limits"> {
  choice: ServerForm<ChoiceFields>;
  presets: readonly OfferedPlan[];
  usual: OfferedPlan;
  radio: object;
}

function PlanCard({ choice, presets, usual, priceCents, today, limits, radio }: CardProps) {
  const live = useLivePlan(choice.values, priceCents, today, limits, usual);
  return (
    <RadioCard
      id="by-plan"
      // As high as the longest label, so that nothing moves when the amounts change.
      label={<span className="block min-h-18 sm:min-h-12">{describePlan(live.plan, formatMoney)}</span>}
      description="By direct debit from your bank account. No fees."
      {...radio}
    >
      <PlanChoice {...{ choice, presets, live, priceCents, today, limits }} />
    </RadioCard>
  );
}
