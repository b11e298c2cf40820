import { AUTHORITY_STATEMENT } from "../../lib/domain/wording";
import type { PlanFacts, SetupFacts, SetupView } from "../../lib/setup-page/view";
import { Button } from "../ui/Button";
import { Checkbox } from "../ui/Checkbox";
import { SummaryList } from "../ui/SummaryList";
import { SetupForm } from "./Form";
import { PlanSummary } from "./PlanSummary";
import { refusalOf } from "./refusal";
import { ServiceAgreement } from "./ServiceAgreement";

interface Props {
  view: Extract<SetupView, { state: "check" }>;
  session: string;
  facts: SetupFacts;
  plan: PlanFacts;
}

/** Step 2: everything once more, and the bank authority. */
export function CheckStep({ view, session, facts: { provider, goesOnInPortal }, plan }: Props) {
  const { account, sealed } = view;
  const refusal = refusalOf(view, provider);
  return (
    <SetupForm refusal={refusal} fields={[["authorised", "authorised"]]} hidden={{ session, sealed }}>
      {goesOnInPortal && <p>One step left after this: you review and confirm your plan.</p>}
      <section aria-labelledby="account" className="space-y-3">
        <h2 id="account">Your bank account</h2>
        <SummaryList
          isShort
          items={[
            { term: "Account name", value: account.accountName },
            {
              term: "BSB",
              value: (
                <>
                  <span className="tabular-nums">{account.bsb}</span>
                  {account.bank && <span className="text-muted"> {account.bank}</span>}
                </>
              ),
            },
            { term: "Account number", value: <span className="tabular-nums">{account.accountNumber}</span> },
          ]}
        />
      </section>
      <PlanSummary plan={plan} provider={provider.name} isFolded={goesOnInPortal} />
      <ServiceAgreement provider={provider.name} />
      <Checkbox
        id="authorised"
        name="authorised"
        value="yes"
        label={AUTHORITY_STATEMENT}
        error={refusal.errors.authorised}
      />
      <div className="flex flex-wrap gap-4">
        <Button name="intent" value="authorise">
          Authorise direct debit
        </Button>
        <Button kind="secondary" name="intent" value="change">
          Change bank details
        </Button>
      </div>
    </SetupForm>
  );
}
