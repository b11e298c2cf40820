import type { ReactNode } from "react";
import { AUTHORITY_STATEMENT } from "../../lib/domain/wording";
import type { SetupView } from "../../lib/setup-page/view";
import { Button } from "../ui/Button";
import { Checkbox } from "../ui/Checkbox";
import { ErrorSummary } from "../ui/ErrorSummary";
import { SummaryList } from "../ui/SummaryList";
import { StepTitle } from "./StepTitle";

/** Step 2: all of it once more, the words to agree to, and the authority. */
export function CheckStep({
  view: { account, sealed, error },
  title,
  attempt,
  plan,
  agreement,
  isPending,
}: {
  view: Extract<SetupView, { state: "check" }>;
  title: string;
  attempt: number;
  plan: ReactNode;
  agreement: ReactNode;
  isPending: boolean;
}) {
  return (
    <>
      <StepTitle title={title} hasErrors={error !== null} />
      <input type="hidden" name="sealed" value={sealed} />
      <ErrorSummary attempt={attempt} errors={error ? [{ id: "authorised", message: error }] : []} />
      <section aria-labelledby="account" className="space-y-4">
        <h2 id="account">Your bank account</h2>
        <SummaryList
          items={[
            { term: "Account name", value: account.accountName },
            { term: "BSB", value: <span className="tabular-nums">{account.bsb}</span> },
            { term: "Account number", value: <span className="tabular-nums">{account.accountNumber}</span> },
          ]}
        />
      </section>
      {plan}
      {agreement}
      <Checkbox
        id="authorised"
        name="authorised"
        value="yes"
        label={AUTHORITY_STATEMENT}
        error={error ?? undefined}
      />
      <div className="flex flex-wrap gap-4">
        <Button name="intent" value="authorise" disabled={isPending}>
          Authorise direct debit
        </Button>
        <Button kind="secondary" name="intent" value="change" disabled={isPending}>
          Change bank details
        </Button>
      </div>
    </>
  );
}
