"use client";

import { Form } from "../forms/Form";
import type { FormAction } from "../forms/form-state";
import { SubmitButton } from "../forms/SubmitButton";
import { useActionForm } from "../forms/use-action-form";
import { Field } from "../ui/Field";

const rules = () => import("@/lib/contract/forms/details").then(({ newLinkForm }) => newLinkForm);

export function NewLinkForm({ action }: { action: FormAction }) {
  const form = useActionForm({ action, initial: { email: "" }, rules });
  return (
    <Form of={form} fields={["email"]}>
      <Field
        label="Email address"
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        {...form.field("email")}
      />
      <SubmitButton busy={form.busy}>Email me a new link</SubmitButton>
    </Form>
  );
}
