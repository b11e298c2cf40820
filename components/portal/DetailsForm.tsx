"use client";

import type { Details } from "@/lib/contract/forms/details";
import { Field } from "../ui/Field";
import { FormProblems } from "./FormProblems";
import type { FormAction } from "./form-state";
import { SubmitButton } from "./SubmitButton";
import { useStepForm } from "./use-step-form";

const loadResolver = async () => {
  const [{ standardSchemaResolver }, { detailsForm }] = await Promise.all([
    import("@hookform/resolvers/standard-schema"),
    import("@/lib/contract/forms/details"),
  ]);
  return standardSchemaResolver(detailsForm);
};

const NAMES = ["firstName", "lastName", "email"] as const;

/** Step 1: who enrols. */
export function DetailsForm({ action, student }: { action: FormAction; student: Details | null }) {
  const { register, busy, errorOf, problems, posted, formProps } = useStepForm<Details>({
    action,
    defaultValues: student ?? { firstName: "", lastName: "", email: "" },
    loadResolver,
  });
  const field = (name: keyof Details) => ({
    id: name,
    error: errorOf(name),
    defaultValue: posted[name] ?? student?.[name],
    ...register(name),
  });
  return (
    <form {...formProps} className="space-y-6">
      <FormProblems errors={NAMES.map((id) => ({ id, message: errorOf(id) }))} {...problems} />
      <Field label="First name" autoComplete="given-name" {...field("firstName")} />
      <Field label="Last name" autoComplete="family-name" {...field("lastName")} />
      <Field
        label="Email address"
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        hint="For messages about your enrolment"
        {...field("email")}
      />
      <SubmitButton busy={busy}>Continue</SubmitButton>
    </form>
  );
}
