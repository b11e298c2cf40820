"use client";

import { useDeferredValue, useMemo } from "react";
import type { ChoiceFields } from "@/lib/contract/forms/choice";
import { type CalendarDate, formatDate } from "@/lib/domain/calendar";
import { formatMoney } from "@/lib/domain/money";
import {
  describePlan,
  lastFirstPayment,
  type OfferedPlan,
  type PlanChoice,
  USUAL_COUNT,
  usualChoice,
} from "@/lib/domain/plan-offer";
import { FREQUENCIES, type Frequency } from "@/lib/domain/schedule";
import type { PaymentType } from "@/lib/domain/states";
import { MAX_INSTALMENTS } from "../../lib/domain/limits";
import { Form } from "../forms/Form";
import type { FormAction } from "../forms/form-state";
import { SubmitButton } from "../forms/SubmitButton";
import { useActionForm } from "../forms/use-server-form";
import { classes } from "../ui/classes";
import { Field } from "../ui/Field";
import { Fieldset } from "../ui/Fieldset";
import { RadioCard } from "../ui/RadioCard";
import { ScheduleTable } from "../ui/ScheduleTable";
import { SelectField } from "../ui/SelectField";
import { useLivePlan } from "./use-live-plan";

interface Props {
  action: FormAction;
  offer: string;
  priceCents: number;
  today: CalendarDate;
  paymentType: PaymentType | null;
  chosen: PlanChoice | null;
}

/** Step 2: by card, or in instalments, whose schedule follows each change. */
export function ChoiceForm({ action, offer, priceCents, today, paymentType, chosen }: Props) {
  const usual = chosen ?? usualChoice(today);
  const choice = useActionForm<ChoiceFields>({
    action,
    defaultValues: {
      paymentType: paymentType ?? "",
      frequency: usual.frequency,
      numberOfInstalments: String(usual.numberOfInstalments),
      firstPaymentDate: usual.firstPaymentDate,
    },
    loadSchema: () =>
      import("@/lib/contract/forms/choice").then(({ choiceForm }) => choiceForm(today, priceCents)),
  });
  const { values, setValue, register, field, errorOf } = choice;
  const { plan, isCurrent } = useLivePlan(values, priceCents, today, usual);
  // Deferred, because a hundred rows take a moment on a slow phone.
  const drawn = useDeferredValue(plan.schedule);
  const schedule = useMemo(() => <ScheduleTable instalments={drawn} caption="Your payments" />, [drawn]);
  const frequency = field("frequency", {
    onChange: ({ target }) => {
      // The usual count, which lasts a year, follows the frequency; one that the student chose stays.
      if (values.numberOfInstalments === String(USUAL_COUNT[plan.frequency]))
        setValue("numberOfInstalments", String(USUAL_COUNT[target.value as Frequency]));
    },
  });
  const option = (value: PaymentType) => ({
    value,
    defaultChecked: choice.initialOf("paymentType") === value,
    ...register("paymentType"),
  });
  return (
    <Form
      of={choice}
      fields={["paymentType", "frequency", "numberOfInstalments", "firstPaymentDate"]}
      hidden={{ offer }}
      className="space-y-10"
    >
      <Fieldset
        id="paymentType"
        legend="How would you like to pay?"
        legendSize="h2"
        error={errorOf("paymentType")}
      >
        <RadioCard
          id="by-card"
          label={`Pay ${formatMoney(priceCents)} today by card`}
          description="One payment, and you are enrolled."
          {...option("upfront_payment")}
        />
        <RadioCard
          id="by-plan"
          // As high as the longest label, so that nothing moves when the amounts change.
          label={<span className="block min-h-18 sm:min-h-12">{describePlan(plan, formatMoney)}</span>}
          description="By direct debit from your bank account. No fees."
          {...option("interest_free_payment_plan")}
        >
          <SelectField
            label="How often"
            options={FREQUENCIES.map((value) => ({ value, label: value }))}
            {...frequency}
          />
          <Field
            label="Number of payments"
            hint={`From 1 to ${MAX_INSTALMENTS}`}
            inputMode="numeric"
            width="4"
            autoComplete="off"
            {...field("numberOfInstalments")}
          />
          <Field
            label="First payment date"
            type="date"
            width="10"
            min={today}
            max={lastFirstPayment(today)}
            autoComplete="off"
            {...field("firstPaymentDate")}
          />
          <div className="space-y-4">
            <p role="status">
              {isCurrent
                ? summed(plan)
                : `Enter 1 to ${MAX_INSTALMENTS} payments, and a first payment date from today to a year ahead, to see the schedule.`}
            </p>
            <p className="text-muted">
              A payment due on a weekend or a national public holiday is debited on the next business day.
            </p>
            {/* Limited in height, so that the button below stays in reach. */}
            <section
              aria-label="Schedule of payments"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
              tabIndex={0}
              // This height cuts a row, which shows that there is more below.
              className={classes(
                "-mx-2 max-h-102 overflow-y-auto rounded px-2 print:max-h-none",
                !isCurrent && "invisible",
              )}
            >
              {schedule}
            </section>
          </div>
        </RadioCard>
      </Fieldset>
      <SubmitButton busy={choice.busy}>Continue</SubmitButton>
    </Form>
  );
}

/** The schedule in one sentence, which screen readers say at each change. */
function summed({ schedule, numberOfInstalments: count }: OfferedPlan): string {
  const total = formatMoney(schedule.reduce((sum, { amountCents }) => sum + amountCents, 0));
  const first = formatDate(schedule[0]!.debitDate);
  if (count === 1) return `1 payment on ${first}, ${total} in all.`;
  return `${count} payments from ${first} to ${formatDate(schedule.at(-1)!.debitDate)}, ${total} in all.`;
}
