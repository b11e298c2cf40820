"use client";

import type { NewLinkFields } from "@/lib/contract/forms/new-link";
import { Field } from "../ui/Field";
import { FormProblems } from "./FormProblems";
import type { FormAction } from "./form-state";
import { SubmitButton } from "./SubmitButton";
import { useStepForm } from "./use-step-form";

const loadResolver = async () => {
  const [{ standardSchemaResolver }, { newLinkForm }] = await Promise.all([
    import("@hookform/resolvers/standard-schema"),
    import("@/lib/contract/forms/new-link"),
  ]);
  return standardSchemaResolver(newLinkForm);
};

/** Asks for a new link by e-mail. */
export function NewLinkForm({ action }: { action: FormAction }) {
  const { register, busy, errorOf, problems, posted, formProps } = useStepForm<NewLinkFields>({
    action,
    defaultValues: { email: "" },
    loadResolver,
  });
  return (
    <form {...formProps} className="space-y-6">
      <FormProblems errors={[{ id: "email", message: errorOf("email") }]} {...problems} />
      <Field
        label="Email address"
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        id="email"
        error={errorOf("email")}
        defaultValue={posted.email}
        {...register("email")}
      />
      <SubmitButton busy={busy}>Email me a new link</SubmitButton>
    </form>
  );
}
