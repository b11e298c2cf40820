import type { BankFormValues } from "../../lib/contract/forms/bank-fields";
import { Button } from "../ui/Button";
import { Disclosure } from "../ui/Disclosure";
import { Notice } from "../ui/Notice";

const TEST_ACCOUNT: BankFormValues = {
  accountName: "Test Student",
  bsb: "000-000",
  accountNumber: "000123456",
  authorisesAlone: "yes",
};

export function TestAccounts() {
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
