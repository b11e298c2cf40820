import type { ReactNode } from "react";
import { AUTHORITY_STATEMENT } from "../../lib/domain/wording";
import type { SetupView } from "../../lib/setup-page/view";
import { Form } from "../forms/Form";
import { SubmitStatus } from "../forms/SubmitButton";
import { type Delivery, useServerForm } from "../forms/use-server-form";
import { Button } from "../ui/Button";
import { Checkbox } from "../ui/Checkbox";
import { SummaryList } from "../ui/SummaryList";

interface Props {
  view: Extract<SetupView, { state: "check" }>;
  session: string;
  delivery: Delivery;
  plan: ReactNode;
  agreement: ReactNode;
}

/** Step 2: everything once more, and the bank authority. */
export function CheckStep({ view: { account, sealed }, session, delivery, plan, agreement }: Props) {
  const form = useServerForm({ ...delivery, defaultValues: { authorised: false } });
  return (
    <Form of={form} fields={["authorised"]} hidden={{ session, sealed }} className="space-y-8">
      <section aria-labelledby="account" className="space-y-4">
        <h2 id="account">Your bank account</h2>
        <SummaryList
          items={[
            { term: "Account name", value: account.accountName },
            {
              term: "BSB",
              value: (
                <>
                  <span className="tabular-nums">{account.bsb}</span>
                  {account.bank && <span className="block text-muted">{account.bank}</span>}
                </>
              ),
            },
            { term: "Account number", value: <span className="tabular-nums">{account.accountNumber}</span> },
          ]}
        />
      </section>
      {plan}
      {agreement}
      <Checkbox label={AUTHORITY_STATEMENT} value="yes" {...form.checkbox("authorised")} />
      <div className="flex flex-wrap gap-4">
        <Button name="intent" value="authorise" disabled={form.busy}>
          Authorise direct debit
        </Button>
        <Button kind="secondary" name="intent" value="change" formNoValidate disabled={form.busy}>
          Change bank details
        </Button>
      </div>
      <SubmitStatus busy={form.busy} className="min-h-6" />
    </Form>
  );
}
