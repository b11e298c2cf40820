"use client";

import type { ReactNode } from "react";
import { Form } from "../forms/Form";
import type { FormAction } from "../forms/form-state";
import { SubmitButton } from "../forms/SubmitButton";
import { useActionForm } from "../forms/use-action-form";

/** The button that ends the authority given, with what is beside it. */
export function AccountChange({ action, children }: { action: FormAction; children: ReactNode }) {
  const form = useActionForm({ action, initial: {} });
  return (
    <Form of={form} fields={[]}>
      <SubmitButton busy={form.busy} beside={children}>
        Use another account
      </SubmitButton>
    </Form>
  );
}
