"use client";

import { type ChangeEvent, useDeferredValue, useMemo } from "react";
import type { ChoiceName } from "@/lib/contract/forms/choice";
import { formatMoney } from "@/lib/domain/money";
import {
  choiceIn,
  choiceWord,
  describePlan,
  describePreset,
  earliestFirstPayment,
  latestFirstPayment,
  type OfferedPlan,
  type PlanOffer,
  usualCount,
} from "@/lib/domain/plan-offer";
import { FREQUENCIES, type Frequency } from "@/lib/domain/schedule";
import { formatDate } from "@/packages/dates/calendar";
import { firstAndLast, isOneOf } from "@/packages/text/narrow";
import type { FormOf } from "../forms/use-form";
import { Field } from "../ui/Field";
import { Fieldset } from "../ui/Fieldset";
import { MoneySummary } from "../ui/MoneySummary";
import { Radio } from "../ui/Radio";
import { RadioCard } from "../ui/RadioCard";
import { ScheduleTable } from "../ui/ScheduleTable";
import { SelectField } from "../ui/SelectField";
import { useLivePlan } from "./use-live-plan";

interface Props extends PlanOffer {
  choice: FormOf<ChoiceName>;
  presets: readonly [OfferedPlan, ...OfferedPlan[]];
  underWay: OfferedPlan | null;
  /** Whether there is any plan beside the one under way. */
  hasOthers: boolean;
  radio: object;
}

/** The card of the payment plan: a row each for what most students take, and fields for any other plan. */
export function PlanChoice({ choice, presets, underWay, hasOthers, radio, ...offer }: Props) {
  const { values, field, errorOf, initialOf } = choice;
  const { priceCents, today, limits } = offer;
  const { plan, isCurrent, counts } = useLivePlan(values, offer, presets[0], underWay);
  const earliest = earliestFirstPayment(today, limits);
  const latest = latestFirstPayment(today, limits);
  // Deferred, because a hundred rows take a moment on a slow phone.
  const drawn = useDeferredValue(plan);
  const schedule = useMemo(
    () => (
      <>
        <MoneySummary totalCents={totalOf(drawn)} plan={drawn} today={today} />
        <ScheduleTable instalments={drawn.schedule} caption="Your payments" />
      </>
    ),
    [drawn, today],
  );
  const rows = presets.map(choiceWord);
  const given = initialOf("preset") ?? "";
  // A row of another day is no longer there, and its values stand in the fields.
  const isTyped = !rows.includes(given);
  /** The fields go on from the row that was chosen last. */
  const takeOver = (word: string) => choice.fill(choiceIn(word) ?? {});
  /** The usual number follows the frequency; one that the student chose stays. */
  function follow(frequency: string): void {
    const usual = (one: Frequency) => String(usualCount(priceCents, { ...plan, frequency: one }, limits));
    if (isOneOf(FREQUENCIES, frequency) && values.numberOfInstalments === usual(plan.frequency))
      choice.fill({ numberOfInstalments: usual(frequency) });
  }
  const row = {
    name: "preset",
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => takeOver(target.value),
  };
  // A limit of the course may leave months no number, and weeks some.
  const range = counts.least <= counts.most && `${counts.least} to ${counts.most}`;
  return (
    <RadioCard
      id="by-plan"
      // As high as the longest label, so that nothing moves when the amounts change.
      label={
        <span className="block min-h-12 max-[22rem]:min-h-18">
          {isCurrent ? describePlan(plan, formatMoney) : "Interest-free instalments"}
        </span>
      }
      description="By direct debit from your bank account. No fees."
      {...radio}
    >
      <Fieldset id="preset" legend="Choose your payments" error={errorOf("preset")}>
        {presets.map((preset, index) => (
          <Radio
            key={rows[index]}
            id={`preset-${index + 1}`}
            label={<span className="tabular-nums">{describePreset(preset, today, formatMoney)}</span>}
            value={rows[index]}
            defaultChecked={rows[index] === given}
            {...row}
          />
        ))}
        {hasOthers && (
          <div>
            <div className="peer">
              <Radio
                id="preset-other"
                label="Another number or date"
                value={OTHER}
                defaultChecked={isTyped}
                {...row}
              />
            </div>
            <div className="hidden space-y-6 pt-3 pb-3 peer-has-checked:block sm:pl-9">
              <SelectField
                label="How often"
                options={FREQUENCIES}
                onChange={({ target }) => follow(target.value)}
                {...field("frequency")}
              />
              <Field
                label="Number of payments"
                hint={range ? `From ${range}` : "None at this frequency"}
                inputMode="numeric"
                width="4"
                autoComplete="off"
                {...field("numberOfInstalments")}
              />
              <Field
                label="First payment date"
                type="date"
                width="10"
                min={earliest}
                max={latest}
                autoComplete="off"
                {...field("firstPaymentDate")}
              />
            </div>
          </div>
        )}
      </Fieldset>
      <div className="space-y-4">
        <p role="status" className={isCurrent ? "sr-only" : undefined}>
          {isCurrent
            ? summed(plan)
            : range
              ? `Enter ${range} payments, and a first payment date from ${earliest === today ? "today" : formatDate(earliest)} to ${formatDate(latest)}, to see the schedule.`
              : "Choose another frequency or an earlier first payment date to see the schedule."}
        </p>
        {isCurrent && <div className="space-y-6">{schedule}</div>}
      </div>
    </RadioCard>
  );
}

/** What the row of the fields posts. */
export const OTHER = "other";

/** A plan under way keeps its price. */
const totalOf = ({ schedule }: OfferedPlan) =>
  schedule.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** The schedule in one sentence, which screen readers say at each change. */
function summed(plan: OfferedPlan): string {
  const { schedule, numberOfInstalments: count } = plan;
  const total = formatMoney(totalOf(plan));
  const [first, last] = firstAndLast(schedule).map(({ debitDate }) => formatDate(debitDate));
  if (count === 1) return `1 payment on ${first}, ${total} in all.`;
  return `${count} payments from ${first} to ${last}, ${total} in all.`;
}
