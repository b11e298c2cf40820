"use client";

import type { Declarations } from "@/lib/contract/forms/review";
import { DECLARATIONS, type DeclarationKey } from "@/lib/domain/wording";
import { Checkbox } from "../ui/Checkbox";
import { Fieldset } from "../ui/Fieldset";
import { FormProblems } from "./FormProblems";
import type { FormAction } from "./form-state";
import { SubmitButton } from "./SubmitButton";
import { useStepForm } from "./use-step-form";

const KEYS = Object.keys(DECLARATIONS) as DeclarationKey[];

const loadResolver = async () => {
  const [{ standardSchemaResolver }, { reviewForm }] = await Promise.all([
    import("@hookform/resolvers/standard-schema"),
    import("@/lib/contract/forms/review"),
  ]);
  return standardSchemaResolver(reviewForm);
};

/** The three declarations, none ticked beforehand, and the signature that they make. */
export function ReviewForm({ action }: { action: FormAction }) {
  const { register, busy, errorOf, problems, posted, formProps } = useStepForm<Declarations>({
    action,
    defaultValues: {
      payment_plan_accepted: false,
      information_confirmed: false,
      privacy_consent_accepted: false,
    },
    loadResolver,
  });
  return (
    <form {...formProps} className="space-y-6">
      <FormProblems errors={KEYS.map((id) => ({ id, message: errorOf(id) }))} {...problems} />
      <Fieldset id="declarations" legend="Your declarations" legendSize="h2">
        {KEYS.map((key) => (
          <Checkbox
            key={key}
            id={key}
            label={DECLARATIONS[key]}
            error={errorOf(key)}
            defaultChecked={posted[key] === "on"}
            {...register(key)}
          />
        ))}
      </Fieldset>
      <SubmitButton busy={busy}>Confirm enrolment and payment plan</SubmitButton>
    </form>
  );
}
