"use client";

import type { NewLinkFields } from "@/lib/contract/forms/new-link";
import { Form } from "../forms/Form";
import type { FormAction } from "../forms/form-state";
import { SubmitButton } from "../forms/SubmitButton";
import { useActionForm } from "../forms/use-server-form";
import { Field } from "../ui/Field";

const loadSchema = () => import("@/lib/contract/forms/new-link").then(({ newLinkForm }) => newLinkForm);

export function NewLinkForm({ action }: { action: FormAction }) {
  const form = useActionForm<NewLinkFields>({ action, defaultValues: { email: "" }, loadSchema });
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
