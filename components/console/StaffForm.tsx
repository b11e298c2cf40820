"use client";

import type { ComponentProps } from "react";
import { Form } from "../forms/Form";
import type { FormAction } from "../forms/form-state";
import { SubmitButton } from "../forms/SubmitButton";
import { useActionForm } from "../forms/use-action-form";
import { Field } from "../ui/Field";
import { SelectField } from "../ui/SelectField";

export type StaffField = Pick<
  ComponentProps<typeof Field>,
  "label" | "hint" | "type" | "autoComplete" | "inputMode" | "width"
> & { name: string; label: string; options?: ComponentProps<typeof SelectField>["options"] };

interface Props {
  action: FormAction;
  fields: readonly StaffField[];
  hidden?: Readonly<Record<string, string>>;
  button: string;
  kind?: "primary" | "secondary";
}

/** A form of the console whose fields are texts and selects. The server alone checks it. */
export function StaffForm({ action, fields, hidden, button, kind = "primary" }: Props) {
  const form = useActionForm({ action, initial: Object.fromEntries(fields.map(({ name }) => [name, ""])) });
  return (
    <Form of={form} fields={fields.map(({ name }) => name)} hidden={hidden}>
      {fields.map(({ name, options, label, ...field }) =>
        options ? (
          <SelectField key={name} label={label} options={options} {...form.field(name)} />
        ) : (
          <Field
            key={name}
            spellCheck={false}
            autoCapitalize="none"
            label={label}
            {...field}
            {...form.field(name)}
          />
        ),
      )}
      <SubmitButton busy={form.busy} kind={kind}>
        {button}
      </SubmitButton>
    </Form>
  );
}
