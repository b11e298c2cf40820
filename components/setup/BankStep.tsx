import { BANK_FIELDS, type BankFormValues } from "../../lib/contract/forms/bank-fields";
import type { SetupFacts, SetupView } from "../../lib/setup-page/view";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import { Fieldset } from "../ui/Fieldset";
import { Radio } from "../ui/Radio";
import { BankName } from "./BankName";
import { SetupForm } from "./Form";
import { refusalOf } from "./refusal";
import { TestAccounts } from "./TestAccounts";

type BankField = keyof BankFormValues;

interface Props {
  view: Extract<SetupView, { state: "bank" }>;
  session: string;
  facts: SetupFacts;
}

/** The link of the summary leads to the first answer. */
const ANCHORS = BANK_FIELDS.map(
  (name) => [name, name === "authorisesAlone" ? "authorises-yes" : name] as const,
);

/** Step 1: whether one signature is enough, before anything is typed for nothing, and the account. D-258 */
export function BankStep({ view, session, facts: { provider, isSandbox } }: Props) {
  const refusal = refusalOf(view, provider);
  const field = (name: BankField) => ({
    id: name,
    name,
    error: refusal.errors[name],
    defaultValue: view.values[name],
  });
  const askedBsb = view.askedBsb ?? "";
  const answer = (value: "yes" | "no") => ({
    name: "authorisesAlone",
    value,
    defaultChecked: view.values.authorisesAlone === value,
  });
  return (
    <SetupForm refusal={refusal} fields={ANCHORS} hidden={{ session, askedBsb }} isChecked>
      <div className="space-y-6">
        <Fieldset
          id="authorisesAlone"
          legend="Can you authorise debits from this account on your own?"
          hint="Your payments come from it. Some accounts need two signatures"
          error={refusal.errors.authorisesAlone}
        >
          {/* They have space of their own. */}
          <div className="-mb-3 flex flex-wrap gap-x-10">
            <Radio id="authorises-yes" label="Yes" {...answer("yes")} />
            <Radio id="authorises-no" label="No" {...answer("no")} />
          </div>
        </Fieldset>
        <Field
          label="Account name"
          hint="As it stands on your bank statement"
          autoComplete="name"
          autoCapitalize="words"
          spellCheck={false}
          enterKeyHint="next"
          {...field("accountName")}
        />
        <div className="@container relative">
          <Field
            label="BSB"
            hint="6 digits"
            width="10"
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="next"
            {...field("bsb")}
          />
          <BankName bsb={view.values.bsb} asked={askedBsb} isSandbox={isSandbox} />
        </div>
        <Field
          label="Account number"
          hint="Usually 6 to 9 digits"
          width="10"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="go"
          {...field("accountNumber")}
        />
      </div>
      <p className="text-muted">
        {provider.name} needs these details only to collect the payments of your plan. You can cancel or
        change up to three business days before a debit.
      </p>
      <Button name="intent" value="check">
        Continue
      </Button>
      {isSandbox && <TestAccounts />}
    </SetupForm>
  );
}
