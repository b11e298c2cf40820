"use client";

import { DECLARATIONS, type DeclarationKey, WORDING_VERSION } from "@/lib/domain/wording";
import { keysOf, tableOf } from "@/packages/text/narrow";
import { Form } from "../forms/Form";
import type { FormAction } from "../forms/form-state";
import { SubmitButton } from "../forms/SubmitButton";
import { useActionForm } from "../forms/use-action-form";
import { Checkbox } from "../ui/Checkbox";
import { Fieldset } from "../ui/Fieldset";

/** For the eye to find; what is declared is the text that follows. */
const NAMES: Record<DeclarationKey, string> = {
  payment_plan_accepted: "Payment plan",
  information_confirmed: "Your information",
  privacy_consent_accepted: "Your privacy",
};

const KEYS = keysOf(DECLARATIONS);

const NONE_TICKED = tableOf(KEYS, () => "");

const rules = () => import("@/lib/contract/forms/review").then(({ reviewForm }) => reviewForm);

/** The three declarations, none of them ticked beforehand. Sending them signs the plan. */
export function ReviewForm({ action }: { action: FormAction }) {
  const form = useActionForm({ action, initial: NONE_TICKED, rules });
  return (
    <Form of={form} fields={KEYS} hidden={{ wording: WORDING_VERSION }}>
      <Fieldset id="declarations" legend="Your declarations" legendSize="h2">
        <div className="space-y-1">
          {KEYS.map((key) => (
            <Checkbox
              key={key}
              label={
                <>
                  <strong>{NAMES[key]}.</strong> {DECLARATIONS[key]}
                </>
              }
              id={key}
              name={key}
              error={form.errorOf(key)}
              defaultChecked={form.initialOf(key) === "on"}
            />
          ))}
        </div>
      </Fieldset>
      <SubmitButton busy={form.busy}>Confirm enrolment and payment plan</SubmitButton>
    </Form>
  );
}
