"use client";

import { Form } from "../forms/Form";
import type { FormAction } from "../forms/form-state";
import { SubmitButton } from "../forms/SubmitButton";
import { useActionForm } from "../forms/use-action-form";
import { LinkButton } from "../ui/Button";
import { TextArea } from "../ui/TextArea";

interface Props {
  action: FormAction;
  /** What the page has shown. */
  hidden: Readonly<Record<string, string>>;
  label: string;
  hint: string;
  maxLength: number;
  button: string;
  back: string;
}

/** Asks why, and does what the page says will happen. */
export function ActForm({ action, hidden, label, hint, maxLength, button, back }: Props) {
  const form = useActionForm({ action, initial: { reason: "" } });
  return (
    <Form of={form} fields={["reason"]} hidden={hidden}>
      <TextArea label={label} hint={hint} maxLength={maxLength} {...form.field("reason")} />
      <SubmitButton
        busy={form.busy}
        beside={
          <LinkButton kind="secondary" href={back}>
            Do nothing
          </LinkButton>
        }
      >
        {button}
      </SubmitButton>
    </Form>
  );
}
