import { AUTHORITY_STATEMENT, SAMPLE_NOTICE, SERVICE_AGREEMENT } from "../../lib/domain/wording";
import type { PlanFacts, SetupFacts, SetupPage, SetupView } from "../../lib/setup-page/view";
import { Button } from "../ui/Button";
import { Checkbox } from "../ui/Checkbox";
import { Disclosure } from "../ui/Disclosure";
import { SummaryList } from "../ui/SummaryList";
import { Wording } from "../ui/Wording";
import { SetupForm } from "./Form";
import { LeftToPay, PlanSummary } from "./PlanSummary";

interface Props {
  view: Extract<SetupView, { state: "check" }>;
  session: string;
  facts: SetupFacts;
  plan: PlanFacts;
  former: SetupPage["former"];
  request: SetupPage["request"];
}

/** Step 2: everything once more, and the bank authority. */
export function CheckStep({
  view,
  session,
  facts: { provider, goesOnInPortal },
  plan,
  former,
  request,
}: Props) {
  const { account, sealed, errors, notice } = view;
  return (
    <SetupForm
      fields={["authorised"]}
      errors={errors}
      notice={notice}
      hidden={{ session, sealed, request: request.sha256 }}
    >
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
      {former ? (
        <LeftToPay former={former} provider={provider.name} request={request} />
      ) : (
        <PlanSummary plan={plan} provider={provider.name} request={request} isFolded={goesOnInPortal} />
      )}
      {/* The request's exact text, which is kept as evidence. */}
      <section aria-labelledby="request" className="space-y-3">
        <h2 id="request">Direct Debit Request</h2>
        <p>{request.text}</p>
        <Disclosure label="Read the Direct Debit Request Service Agreement">
          <div className="space-y-6 border-divider border-l-2 pl-4">
            <p className="text-muted">{SAMPLE_NOTICE}</p>
            <Wording sections={SERVICE_AGREEMENT} level={3} />
          </div>
        </Disclosure>
      </section>
      <Checkbox
        id="authorised"
        name="authorised"
        value="yes"
        label={AUTHORITY_STATEMENT}
        error={errors.authorised}
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
