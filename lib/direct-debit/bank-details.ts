import type { Vault } from "../crypto/vault";
import type { Id } from "../domain/ids";

/** A bank account as a student gives it: format checked, spaces and hyphens removed. Contract section 10. */
export interface BankDetails {
  accountName: string;
  bsb: string;
  /** 5 to 9 digits, leading zeros kept. */
  accountNumber: string;
}

/** What is stored of it: everything encrypted, and the little that is ever shown again. */
export function sealBankDetails(vault: Vault, ddaId: Id<"dda">, details: BankDetails) {
  const sealed = vault.seal("bank-details", ddaId, Buffer.from(JSON.stringify(details)));
  return {
    bankSealed: sealed.bytes,
    bankKeyVersion: sealed.keyVersion,
    bsb: formatBsb(details.bsb),
    accountEnding: details.accountNumber.slice(-3),
  };
}

/** Six digits as they are shown: "062-000". */
export function formatBsb(digits: string): string {
  return `${digits.slice(0, 3)}-${digits.slice(3)}`;
}

/** Accounts that the sandbox documents. All authorise; its processor knows which of them fail later. */
export const SANDBOX_ACCOUNTS = {
  success: { bsb: "000000", accountNumber: "000123456" },
  closed: { bsb: "000000", accountNumber: "111111113" },
  not_authorised: { bsb: "000000", accountNumber: "333333335" },
} as const;
