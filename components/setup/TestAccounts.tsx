"use client";

import { Button } from "../ui/Button";
import { Disclosure } from "../ui/Disclosure";
import { Notice } from "../ui/Notice";

export function TestAccounts({ onFill }: { onFill: () => void }) {
  return (
    <Notice kind="info" title="Test accounts">
      <p>
        BSB <strong className="tabular-nums">000-000</strong> with account number{" "}
        <strong className="tabular-nums">000123456</strong> authorises and collects.
      </p>
      <Button type="button" kind="secondary" className="noscript:hidden" onClick={onFill}>
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
