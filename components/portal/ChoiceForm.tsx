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

/** Step 2: by card, or in instalments, whose schedule is drawn anew with each change. */
export function ChoiceForm({
  action,
  offer,
  priceCents,
  today,
  paymentType,
  chosen,
}: {
  action: FormAction;
  offer: string;
  priceCents: number;
  today: CalendarDate;
  paymentType: PaymentType | null;
  chosen: PlanChoice | null;
}) {
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
  const { form, register, field, errorOf } = choice;
  const { plan, isCurrent } = useLivePlan(form.watch, priceCents, today, usual);
  // The answer itself is drawn first: a hundred rows may take a moment on a slow phone.
  const drawn = useDeferredValue(plan.schedule);
  const schedule = useMemo(() => <ScheduleTable instalments={drawn} caption="Your payments" />, [drawn]);
  const frequency = field("frequency", {
    onChange: ({ target }) => {
      // A usual count follows the rhythm: each of them lasts a year. One that somebody chose stays.
      if (form.getValues("numberOfInstalments") === String(USUAL_COUNT[plan.frequency]))
        form.setValue("numberOfInstalments", String(USUAL_COUNT[target.value as Frequency]));
    },
  });
  const { ref, ...radio } = register("paymentType");
  const is = (type: PaymentType) => choice.initialOf("paymentType") === type;
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
          value="upfront_payment"
          label={`Pay ${formatMoney(priceCents)} today by card`}
          description="One payment, and you are enrolled."
          defaultChecked={is("upfront_payment")}
          ref={ref}
          {...radio}
        />
        <RadioCard
          id="by-plan"
          value="interest_free_payment_plan"
          // As high as the longest of them, so that nothing moves when the amounts change.
          label={<span className="block min-h-18 sm:min-h-12">{describePlan(plan, formatMoney)}</span>}
          description="By direct debit from your bank account. No fees."
          defaultChecked={is("interest_free_payment_plan")}
          ref={ref}
          {...radio}
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
            {/* Of its own height, so that the button below stays in reach and in its place. */}
            <section
              aria-label="Schedule of payments"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
              tabIndex={0}
              // So high that a row is cut: there is more below it.
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

/** The schedule in one sentence: to be read at once, and said to a screen reader with each change. */
function summed({ schedule, numberOfInstalments: count }: OfferedPlan): string {
  const total = formatMoney(schedule.reduce((sum, { amountCents }) => sum + amountCents, 0));
  const first = formatDate(schedule[0]!.debitDate);
  if (count === 1) return `1 payment on ${first}, ${total} in all.`;
  return `${count} payments from ${first} to ${formatDate(schedule.at(-1)!.debitDate)}, ${total} in all.`;
}
