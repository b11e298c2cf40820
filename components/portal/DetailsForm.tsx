"use client";

import type { Details } from "@/lib/contract/forms/details";
import { Form } from "../forms/Form";
import type { FormAction } from "../forms/form-state";
import { SubmitButton } from "../forms/SubmitButton";
import { useActionForm } from "../forms/use-server-form";
import { Field } from "../ui/Field";

const loadSchema = () => import("@/lib/contract/forms/details").then(({ detailsForm }) => detailsForm);

/** Step 1: who enrols. */
export function DetailsForm({ action, student }: { action: FormAction; student: Details | null }) {
  const defaultValues = student ?? { firstName: "", lastName: "", email: "" };
  const form = useActionForm<Details>({ action, defaultValues, loadSchema });
  return (
    <Form of={form} fields={["firstName", "lastName", "email"]}>
      <Field label="First name" autoComplete="given-name" {...form.field("firstName")} />
      <Field label="Last name" autoComplete="family-name" {...form.field("lastName")} />
      <Field
        label="Email address"
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        hint="For messages about your enrolment"
        {...form.field("email")}
      />
      <SubmitButton busy={form.busy}>Continue</SubmitButton>
    </Form>
  );
}
