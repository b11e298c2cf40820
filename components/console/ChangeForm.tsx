"use client";

import { MAX_REASON } from "@/lib/domain/limits";
import type { SetUpField } from "@/lib/staff/set-up/action";
import { Form } from "../forms/Form";
import type { FormAction } from "../forms/form-state";
import { SubmitButton } from "../forms/SubmitButton";
import { useActionForm } from "../forms/use-action-form";
import { LinkButton } from "../ui/Button";
import { Notice } from "../ui/Notice";
import { TextArea } from "../ui/TextArea";
import { OneField } from "./OneField";

interface Props {
  action: FormAction;
  says: readonly string[];
  fields?: readonly SetUpField[];
  /** What the page has shown. */
  hidden?: Readonly<Record<string, string>>;
  reasonLabel?: string;
  button: string;
  back: string;
}

/** Says what will happen, asks for what it takes and why, and shows a new secret once. */
export function ChangeForm({
  action,
  says,
  fields = [],
  hidden,
  reasonLabel = "Reason",
  button,
  back,
}: Props) {
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
      <Form of={form} fields={[...fields.map(({ name }) => name), "reason"]} hidden={hidden}>
        {fields.map((field) => (
          <OneField key={field.name} of={field} {...form.field(field.name)} />
        ))}
        <TextArea
          label={reasonLabel}
          hint={`For your colleagues, in at most ${MAX_REASON} characters. Leave out card and account numbers.`}
          maxLength={MAX_REASON}
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
