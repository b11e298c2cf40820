"use client";

import type { ReactNode } from "react";
import type { Details } from "@/lib/contract/forms/details";
import { Form } from "../forms/Form";
import type { FormAction } from "../forms/form-state";
import { SubmitButton } from "../forms/SubmitButton";
import { useActionForm } from "../forms/use-action-form";
import { Field } from "../ui/Field";

const rules = () => import("@/lib/contract/forms/details").then(({ detailsForm }) => detailsForm);

const EMPTY: Details = { firstName: "", lastName: "", email: "" };

interface Props {
  action: FormAction;
  student: Details | null;
  /** What a change leads to, above the button. */
  children?: ReactNode;
}

/** Step 1: who enrols. */
export function DetailsForm({ action, student, children }: Props) {
  const form = useActionForm({ action, initial: student ?? EMPTY, rules });
  return (
    <Form
      of={form}
      fields={["firstName", "lastName", "email"]}
      // The address that the server has asked about, if it has.
      hidden={{ askedEmail: form.keptOf("email") }}
    >
      <Field label="First name" autoComplete="given-name" enterKeyHint="next" {...form.field("firstName")} />
      <Field label="Last name" autoComplete="family-name" enterKeyHint="next" {...form.field("lastName")} />
      <Field
        label="Email address"
        type="email"
        autoComplete="email"
        inputMode="email"
        enterKeyHint="go"
        spellCheck={false}
        hint="For messages about your enrolment"
        {...form.field("email")}
      />
      {children}
      <SubmitButton busy={form.busy}>Continue</SubmitButton>
    </Form>
  );
}
