"use client";

import type { FocusEvent } from "react";
import { BANK_FIELDS, type BankFormValues } from "../../lib/contract/forms/bank-fields";
import { Form } from "../forms/Form";
import { SubmitStatus } from "../forms/SubmitButton";
import { type Delivery, useServerForm } from "../forms/use-server-form";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import { Fieldset } from "../ui/Fieldset";
import { Radio } from "../ui/Radio";
import { BankName } from "./BankName";
import { TestAccounts } from "./TestAccounts";

const TEST_ACCOUNT: BankFormValues = {
  accountName: "Test Student",
  bsb: "000-000",
  accountNumber: "000123456",
  authorisesAlone: "yes",
};

/** Step 1: the account, and whether one signature is enough. */
export function BankStep(props: {
  session: string;
  delivery: Delivery;
  isSandbox: boolean;
  askedBsb?: string;
  formerEnding: string | null;
}) {
  const { session, delivery, isSandbox, askedBsb = "", formerEnding } = props;
  const bank = useServerForm<BankFormValues>({
    ...delivery,
    defaultValues: {
      accountName: "",
      bsb: "",
      accountNumber: "",
      authorisesAlone: "",
      ...delivery.posted.values,
    },
    loadSchema: () => import("../../lib/contract/forms/bank-details").then(({ bankForm }) => bankForm),
    // D-078: this answer leads to a page of its own, whatever else there is to correct.
    isUnchecked: ({ authorisesAlone, accountNumber }) =>
      authorisesAlone === "no" || (formerEnding !== null && accountNumber === ""),
  });
  const answer = (value: "yes" | "no") => ({
    value,
    defaultChecked: bank.initialOf("authorisesAlone") === value,
    ...bank.register("authorisesAlone"),
  });
  const fillTestAccount = () => {
    for (const name of BANK_FIELDS) bank.setValue(name, TEST_ACCOUNT[name]);
  };
  return (
    <Form
      of={bank}
      fields={BANK_FIELDS}
      ids={{ authorisesAlone: "authorises-yes" }}
      hidden={{ session, askedBsb }}
      className="space-y-8"
    >
      {isSandbox && <TestAccounts onFill={fillTestAccount} />}
      <div className="space-y-6">
        <Field
          label="Account name"
          hint="As it stands on your bank statement"
          autoComplete="name"
          autoCapitalize="words"
          spellCheck={false}
          {...bank.field("accountName")}
        />
        <div className="relative">
          <Field
            label="BSB"
            hint="6 digits"
            width="10"
            inputMode="numeric"
            autoComplete="off"
            {...bank.field("bsb", { onBlur: showHyphen })}
          />
          <BankName bsb={bank.form.watch("bsb")} isSandbox={isSandbox} />
        </div>
        <Field
          label="Account number"
          hint={
            formerEnding === null
              ? "Usually 6 to 9 digits"
              : `Leave it empty to use the account ending ${formerEnding}`
          }
          width="10"
          inputMode="numeric"
          autoComplete="off"
          {...bank.field("accountNumber")}
        />
        <Fieldset
          id="authorisesAlone"
          legend="Can you authorise debits from this account on your own?"
          hint="Some joint and business accounts need more than one signature"
          error={bank.errorOf("authorisesAlone")}
        >
          <Radio id="authorises-yes" label="Yes" {...answer("yes")} />
          <Radio id="authorises-no" label="No" {...answer("no")} />
        </Fieldset>
      </div>
      <Button name="intent" value="check" disabled={bank.busy}>
        Continue
      </Button>
      <SubmitStatus busy={bank.busy} className="min-h-6" />
    </Form>
  );
}

/** "062000" becomes "062-000". */
function showHyphen({ target }: FocusEvent<HTMLInputElement | HTMLSelectElement>): void {
  const digits = target.value.replace(/[\s-]/g, "");
  if (/^[0-9]{6}$/.test(digits)) target.value = `${digits.slice(0, 3)}-${digits.slice(3)}`;
}
