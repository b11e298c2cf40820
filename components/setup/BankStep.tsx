import { BANK_FIELDS, type BankFormValues } from "../../lib/contract/forms/bank-fields";
import type { SetupFacts, SetupView } from "../../lib/setup-page/view";
import { bankOf } from "../../packages/banks/bsb";
import type { ShownField } from "../forms/Problems";
import { Button } from "../ui/Button";
import { Disclosure } from "../ui/Disclosure";
import { Field } from "../ui/Field";
import { Fieldset } from "../ui/Fieldset";
import { Notice } from "../ui/Notice";
import { Radio } from "../ui/Radio";
import { SetupForm } from "./Form";

type BankField = keyof BankFormValues;

interface Props {
  view: Extract<SetupView, { state: "bank" }>;
  session: string;
  facts: SetupFacts;
}

/** The link of the summary leads to the first answer. */
const FIELDS = BANK_FIELDS.map(
  (name): ShownField => (name === "authorisesAlone" ? [name, "authorises-yes"] : name),
);

/** Step 1: whether one signature is enough, before anything is typed for nothing, and the account. */
export function BankStep({ view, session, facts: { provider, isSandbox } }: Props) {
  const { values, errors, notice, askedBsb = "" } = view;
  const field = (name: BankField) => ({
    id: name,
    name,
    error: errors[name],
    defaultValue: values[name],
  });
  const answer = (value: "yes" | "no") => ({
    name: "authorisesAlone",
    value,
    defaultChecked: values.authorisesAlone === value,
  });
  return (
    <SetupForm fields={FIELDS} errors={errors} notice={notice} hidden={{ session, askedBsb }}>
      <div className="space-y-6">
        <Fieldset
          id="authorisesAlone"
          legend="Can you authorise debits from this account on your own?"
          hint="Your payments come from it. Some accounts need two signatures"
          error={errors.authorisesAlone}
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
          {/* Below it on a phone. It always has its place, so that nothing moves as the script changes it. */}
          <output
            id="bsb-bank"
            htmlFor="bsb"
            data-sandbox={isSandbox || undefined}
            className="mt-1.5 flex min-h-6 items-center text-muted @min-[26rem]:absolute @min-[26rem]:bottom-0 @min-[26rem]:left-56 @min-[26rem]:min-h-12"
          >
            {bankOf(values.bsb, isSandbox)}
          </output>
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

const TEST_ACCOUNT: BankFormValues = {
  accountName: "Test Student",
  bsb: "000-000",
  accountNumber: "000123456",
  authorisesAlone: "yes",
};

function TestAccounts() {
  return (
    <Notice kind="info" title="Test accounts">
      <p>
        BSB <strong className="tabular-nums">000-000</strong> with account number{" "}
        <strong className="tabular-nums">000123456</strong> authorises and collects.
      </p>
      {/* Shown by the page's script, which fills the form. */}
      <Button type="button" kind="secondary" hidden data-fill={JSON.stringify(TEST_ACCOUNT)}>
        Fill test account
      </Button>
      <Disclosure label="Accounts whose later debits come back" inPrint={false}>
        <ul className="list-disc space-y-1 pl-5 tabular-nums">
          <li>000-000, 111111113: the account is closed</li>
          <li>000-000, 333333335: the debit is not authorised</li>
        </ul>
      </Disclosure>
    </Notice>
  );
}
