"use client";

import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { BankFormErrors } from "../../lib/contract/forms/bank-details";
import { BANK_FIELDS, type BankField } from "../../lib/contract/forms/bank-fields";
import type { SetupView } from "../../lib/setup-page/view";
import { Button } from "../ui/Button";
import { ErrorSummary } from "../ui/ErrorSummary";
import { Field } from "../ui/Field";
import { Fieldset } from "../ui/Fieldset";
import { Radio } from "../ui/Radio";
import { StepTitle } from "./StepTitle";
import { TestAccounts } from "./TestAccounts";

/** Step 1: the account, and whether one signature is enough. */
export function BankStep({
  view,
  title,
  attempt,
  isSandbox,
  isPending,
}: {
  view: Extract<SetupView, { state: "bank" }>;
  title: string;
  attempt: number;
  isSandbox: boolean;
  isPending: boolean;
}) {
  const fields = useRef<HTMLDivElement>(null);
  const { errors, recheck } = useCorrections(view.errors);
  const errorOf = (field: BankField) => errors.find((error) => error.field === field)?.message;
  const { values } = view;
  return (
    <>
      <StepTitle title={title} hasErrors={errors.length > 0} />
      <ErrorSummary
        attempt={attempt}
        errors={errors.map(({ field, message }) => ({
          id: field === "authorisesAlone" ? "authorises-yes" : field,
          message,
        }))}
      />
      {isSandbox && <TestAccounts onFill={() => fillTestAccount(fields.current)} />}
      <div ref={fields} className="space-y-6" onChange={recheck}>
        <Field
          id="accountName"
          name="accountName"
          label="Account name"
          hint="As it stands on your bank statement"
          autoComplete="name"
          autoCapitalize="words"
          spellCheck={false}
          defaultValue={values.accountName}
          error={errorOf("accountName")}
        />
        <Field
          id="bsb"
          name="bsb"
          label="BSB"
          hint="6 digits"
          width="10"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={values.bsb}
          onBlur={showHyphen}
          error={errorOf("bsb")}
        />
        <Field
          id="accountNumber"
          name="accountNumber"
          label="Account number"
          hint="Usually 6 to 9 digits"
          width="10"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={values.accountNumber}
          error={errorOf("accountNumber")}
        />
        <Fieldset
          id="authorisesAlone"
          legend="Can you authorise debits from this account on your own?"
          hint="Some joint and business accounts need more than one signature"
          error={errorOf("authorisesAlone")}
        >
          <Radio
            id="authorises-yes"
            name="authorisesAlone"
            value="yes"
            label="Yes"
            defaultChecked={values.authorisesAlone === "yes"}
          />
          <Radio
            id="authorises-no"
            name="authorisesAlone"
            value="no"
            label="No"
            defaultChecked={values.authorisesAlone === "no"}
          />
        </Fieldset>
      </div>
      <Button name="intent" value="check" disabled={isPending}>
        Continue
      </Button>
    </>
  );
}

/** Once a form was refused, a field that is corrected loses its error as it is typed in. */
function useCorrections(refused: BankFormErrors) {
  const [errors, setErrors] = useState(refused);
  useEffect(() => setErrors(refused), [refused]);
  async function recheck(event: FormEvent<HTMLElement>): Promise<void> {
    const { form } = event.target as HTMLInputElement;
    if (refused.length === 0 || !form) return;
    // Only those who have something to correct load the rules.
    const { readBankForm } = await import("../../lib/contract/forms/bank-details");
    const typed = Object.fromEntries(new FormData(form).entries());
    const [accountName, bsb, accountNumber, authorisesAlone] = BANK_FIELDS.map((name) =>
      String(typed[name] ?? ""),
    ) as [string, string, string, string];
    const read = readBankForm({ accountName, bsb, accountNumber, authorisesAlone });
    const left = read.ok ? [] : read.errors;
    setErrors(left.filter(({ field }) => refused.some((error) => error.field === field)));
  }
  return { errors, recheck };
}

/** "062000" is shown as "062-000"; anything else stays as it was typed. */
function showHyphen({ target }: FocusEvent<HTMLInputElement>): void {
  const digits = target.value.replace(/[\s-]/g, "");
  if (/^[0-9]{6}$/.test(digits)) target.value = `${digits.slice(0, 3)}-${digits.slice(3)}`;
}

function fillTestAccount(fields: HTMLElement | null): void {
  const set = (id: string, value: string) => {
    const input = fields?.querySelector<HTMLInputElement>(`#${id}`);
    if (input) input.value = value;
  };
  set("accountName", "Test Student");
  set("bsb", "000-000");
  set("accountNumber", "000123456");
  const yes = fields?.querySelector<HTMLInputElement>("#authorises-yes");
  // A click, so that errors shown by now are looked at again.
  yes?.click();
}
