"use client";

import type { SetUpField } from "@/lib/staff/set-up/action";
import { Form } from "../forms/Form";
import type { FormAction } from "../forms/form-state";
import { SubmitButton } from "../forms/SubmitButton";
import { useActionForm } from "../forms/use-action-form";
import { LinkButton } from "../ui/Button";
import { Checkbox } from "../ui/Checkbox";
import { Field } from "../ui/Field";
import { Fieldset } from "../ui/Fieldset";
import { Notice } from "../ui/Notice";
import { Radio } from "../ui/Radio";
import { TextArea } from "../ui/TextArea";

interface Props {
  action: FormAction;
  says: readonly string[];
  fields: readonly SetUpField[];
  maxReason: number;
  button: string;
  back: string;
}

/** Says what will happen, asks for what it takes and why, and shows a new secret once. */
export function SetUpChange({ action, says, fields, maxReason, button, back }: Props) {
  const shown = fields.map(({ name, value = "" }) => [name, value]);
  const initial: Record<string, string> = { ...Object.fromEntries(shown), reason: "" };
  const form = useActionForm({ action, initial });
  if (form.done) return <ShownOnce {...form.done} />;
  return (
    <>
      <section className="space-y-4">
        <h2>What will happen</h2>
        <ul className="list-disc space-y-2 pl-5">
          {says.map((said) => (
            <li key={said}>{said}</li>
          ))}
        </ul>
      </section>
      <Form of={form} fields={[...fields.map(({ name }) => name), "reason"]}>
        {fields.map((field) => (
          <OneField key={field.name} of={field} {...form.field(field.name)} />
        ))}
        <TextArea
          label="Reason"
          hint={`For your colleagues, in at most ${maxReason} characters. Leave out card and account numbers.`}
          maxLength={maxReason}
          {...form.field("reason")}
        />
        <SubmitButton
          busy={form.busy}
          beside={
            <LinkButton kind="secondary" href={back}>
              Do nothing
            </LinkButton>
          }
        >
          {button}
        </SubmitButton>
      </Form>
    </>
  );
}

interface OneProps {
  of: SetUpField;
  id: string;
  name: string;
  error: string | undefined;
  defaultValue: string;
}

function OneField({ of: { label, hint, type, options = [] }, ...field }: OneProps) {
  const { id, name, error, defaultValue } = field;
  if (type === "lines") return <TextArea label={label} hint={hint} rows={6} spellCheck={false} {...field} />;
  if (type === "file")
    return (
      <Field
        label={label}
        hint={hint}
        type="file"
        className="text-sm max-xs:px-1"
        id={id}
        name={name}
        error={error}
      />
    );
  if (type === "text" || type === "secret")
    return (
      <Field
        label={label}
        hint={hint}
        type={type === "secret" ? "password" : "text"}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        {...field}
      />
    );
  const chosen = defaultValue.split("\n");
  const Choice = type === "choice" ? Radio : Checkbox;
  return (
    <Fieldset id={id} legend={label} hint={hint} error={error}>
      {options.map(({ value, label: shown }) => (
        <Choice
          key={value}
          id={`${name}-${value}`}
          name={name}
          value={value}
          label={shown}
          defaultChecked={chosen.includes(value)}
        />
      ))}
    </Fieldset>
  );
}

function ShownOnce({ to, shown }: { to: string; shown: readonly { label: string; value: string }[] }) {
  return (
    <section className="space-y-6">
      <Notice kind="success" title="Done. Copy it now: it is not shown again." role="status">
        <dl className="space-y-4">
          {shown.map(({ label, value }) => (
            <div key={label}>
              <dt className="font-medium">{label}</dt>
              <dd className="wrap-anywhere font-mono">{value}</dd>
            </div>
          ))}
        </dl>
      </Notice>
      <LinkButton href={to}>I have copied it</LinkButton>
    </section>
  );
}
