"use client";

import type { ComponentProps } from "react";
import { Form } from "../forms/Form";
import type { FormAction } from "../forms/form-state";
import { SubmitButton } from "../forms/SubmitButton";
import { useActionForm } from "../forms/use-action-form";
import { Field } from "../ui/Field";

export type StaffField = Pick<
  ComponentProps<typeof Field>,
  "label" | "hint" | "type" | "autoComplete" | "inputMode" | "width"
> & { name: string };

interface Props {
  action: FormAction;
  fields: readonly StaffField[];
  hidden?: Readonly<Record<string, string>>;
  button: string;
  kind?: "primary" | "secondary";
}

/** A form of the console whose fields are all texts. The server alone checks it. */
export function StaffForm({ action, fields, hidden, button, kind = "primary" }: Props) {
  const form = useActionForm({ action, initial: Object.fromEntries(fields.map(({ name }) => [name, ""])) });
  return (
    <Form of={form} fields={fields.map(({ name }) => name)} hidden={hidden}>
      {fields.map(({ name, ...field }) => (
        <Field key={name} spellCheck={false} autoCapitalize="none" {...field} {...form.field(name)} />
      ))}
      <SubmitButton busy={form.busy} kind={kind}>
        {button}
      </SubmitButton>
    </Form>
  );
}
