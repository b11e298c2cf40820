"use client";

import { type ReactNode, useRef, useState } from "react";
import type { Details } from "@/lib/contract/forms/details";
import { Form } from "../forms/Form";
import type { FormAction } from "../forms/form-state";
import { SubmitButton } from "../forms/SubmitButton";
import { useActionForm } from "../forms/use-action-form";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";

const rules = () => import("@/lib/contract/forms/details").then(({ detailsForm }) => detailsForm);

/** Of somebody who types, before the address counts as typed. */
const PAUSE_MS = 300;

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
  const [meant, setMeant] = useState<string | null>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Only ever a question: without a script, or without an answer to it, what was typed counts. It is asked in a pause and
  // not when the field is left, because the button below must not move while it is pressed.
  function askAbout(typed: string): void {
    setMeant(null);
    clearTimeout(pause.current);
    pause.current = setTimeout(async () => {
      const rules = await import("@/packages/text/email-typo").catch(() => null);
      setMeant(rules?.meantEmail(typed) ?? null);
    }, PAUSE_MS);
  }
  return (
    <Form
      of={form}
      fields={["firstName", "lastName", "email"]}
      hidden={{ askedEmail: form.keptOf("askedEmail") }}
    >
      <Field label="First name" autoComplete="given-name" enterKeyHint="next" {...form.field("firstName")} />
      <Field label="Last name" autoComplete="family-name" enterKeyHint="next" {...form.field("lastName")} />
      <div className="space-y-3">
        <Field
          label="Email address"
          type="email"
          autoComplete="email"
          inputMode="email"
          enterKeyHint="go"
          spellCheck={false}
          hint="For messages about your enrolment"
          onChange={({ target }) => askAbout(target.value)}
          {...form.field("email")}
        />
        <div role="status" className="empty:hidden">
          {meant && !form.errorOf("email") && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <p>Did you mean {meant.slice(meant.lastIndexOf("@") + 1)}?</p>
              <Button
                type="button"
                kind="secondary"
                className="wrap-anywhere"
                onClick={() => {
                  form.fill({ email: meant });
                  setMeant(null);
                  document.getElementById("email")?.focus();
                }}
              >
                Use {meant}
              </Button>
            </div>
          )}
        </div>
      </div>
      {children}
      <SubmitButton busy={form.busy}>Continue</SubmitButton>
    </Form>
  );
}
