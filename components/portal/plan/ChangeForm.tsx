"use client";

import type { ReactNode } from "react";
import { Form } from "../../forms/Form";
import type { FormAction } from "../../forms/form-state";
import { SubmitButton } from "../../forms/SubmitButton";
import { useActionForm } from "../../forms/use-action-form";
import { Field } from "../../ui/Field";
import { Fieldset } from "../../ui/Fieldset";
import { Radio } from "../../ui/Radio";
import { SelectField } from "../../ui/SelectField";

interface Option {
  value: string;
  label: string;
}

/** Which day a payment that failed is debited again. */
export function RetryForm({
  action,
  number,
  dates,
}: {
  action: FormAction;
  number: number;
  dates: readonly Option[];
}) {
  const form = useActionForm({ action, initial: { date: "" } });
  return (
    <Form of={form} fields={["date"]} hidden={{ kind: "retry", number: String(number) }}>
      <Fieldset id="date" legend="When can we try again?" legendSize="h2" error={form.errorOf("date")}>
        {dates.map(({ value, label }, index) => (
          <Radio
            key={value}
            id={`date-${index + 1}`}
            name="date"
            value={value}
            label={label}
            defaultChecked={form.initialOf("date") === value}
          />
        ))}
      </Fieldset>
      <SubmitButton busy={form.busy}>Continue</SubmitButton>
    </Form>
  );
}

interface Props {
  action: FormAction;
  kind: "pause" | "move";
  /** Those that can move. */
  payments: readonly Option[];
  earliest: string;
  latest?: string;
  hint: string;
  beside: ReactNode;
}

/** A pause or another day. What it does is shown before it is made. */
export function ChangeForm({ action, kind, payments, earliest, latest, hint, beside }: Props) {
  const form = useActionForm({ action, initial: { number: payments[0]?.value ?? "", date: "" } });
  return (
    <Form of={form} fields={["number", "date"]} hidden={{ kind }}>
      {kind === "move" && <SelectField label="Payment" options={payments} {...form.field("number")} />}
      <Field
        label={kind === "move" ? "New day" : "Pause until"}
        hint={hint}
        type="date"
        width="10"
        min={earliest}
        max={latest}
        autoComplete="off"
        {...form.field("date")}
      />
      <SubmitButton busy={form.busy} beside={beside}>
        See what this changes
      </SubmitButton>
    </Form>
  );
}

/** Makes the change that the page shows. */
export function ConfirmChange({
  action,
  fields,
  label,
  beside,
}: {
  action: FormAction;
  fields: Readonly<Record<string, string>>;
  label: string;
  beside: ReactNode;
}) {
  const form = useActionForm({ action, initial: {} });
  return (
    <Form of={form} fields={[]} hidden={fields}>
      <SubmitButton busy={form.busy} beside={beside}>
        {label}
      </SubmitButton>
    </Form>
  );
}
