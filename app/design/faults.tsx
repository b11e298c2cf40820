"use client";

import { useState } from "react";
import { Button } from "../../components/ui/Button";
import { DocumentTitle } from "../../components/ui/DocumentTitle";
import { ErrorSummary } from "../../components/ui/ErrorSummary";
import { Field } from "../../components/ui/Field";
import { Fieldset } from "../../components/ui/Fieldset";
import { Radio } from "../../components/ui/Radio";
import { Section } from "./section";

/** A form that always fails: what the summary, the title and the focus do then. */
export function Faults() {
  const [attempt, setAttempt] = useState(0);
  const failed = attempt > 0;
  const errors = failed
    ? [
        { id: "faults-name", message: "Enter your first name" },
        { id: "faults-alone", message: "Say whether you can authorise debits on your own" },
      ]
    : [];
  return (
    <Section id="faults" title="A failed form">
      <form
        noValidate
        className="space-y-6"
        onSubmit={(event) => {
          event.preventDefault();
          setAttempt(attempt + 1);
        }}
      >
        <DocumentTitle hasErrors={failed} />
        <ErrorSummary errors={errors} attempt={attempt} />
        <Field id="faults-name" name="faults-name" label="First name" error={errors[0]?.message} />
        <Fieldset id="faults-alone" legend="Can you authorise debits on your own?" error={errors[1]?.message}>
          <Radio id="faults-alone-yes" name="faults-alone" value="yes" label="Yes" />
          <Radio id="faults-alone-no" name="faults-alone" value="no" label="No" />
        </Fieldset>
        <Button>Continue</Button>
      </form>
    </Section>
  );
}
