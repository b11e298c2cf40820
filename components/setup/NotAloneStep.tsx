import type { SetupPage, SetupView } from "../../lib/setup-page/view";
import { Form } from "../forms/Form";
import { SubmitStatus } from "../forms/SubmitButton";
import { type Delivery, useServerForm } from "../forms/use-server-form";
import { Button } from "../ui/Button";
import { ProviderContact } from "../ui/ProviderContact";

interface Props {
  view: Extract<SetupView, { state: "not_alone" }>;
  session: string;
  delivery: Delivery;
  provider: SetupPage["provider"];
}

/** For an account that needs a second signature. */
export function NotAloneStep({ view: { sealed }, session, delivery, provider }: Props) {
  const form = useServerForm({ ...delivery, defaultValues: {} });
  return (
    <Form of={form} fields={[]} hidden={{ session, sealed }} className="space-y-8">
      <div className="space-y-4">
        <p>
          This page can only take a request that one person may sign. Nothing has been set up. You can do one
          of these:
        </p>
        <ul className="list-disc space-y-2 pl-5">
          <li>use another account, from which you can authorise debits on your own</li>
          <li>
            contact <ProviderContact provider={provider} /> and ask for another way to pay
          </li>
        </ul>
      </div>
      <Button name="intent" value="change" disabled={form.busy}>
        Use another account
      </Button>
      <SubmitStatus busy={form.busy} className="min-h-6" />
    </Form>
  );
}
