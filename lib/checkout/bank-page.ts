import type { Vault } from "../crypto/vault";
import type { CheckoutRecord } from "../db/checkout-records";
import type { Id } from "../domain/ids";

/** The address of the page on which the card's bank asks the student (3-D Secure). Who has it can act there. */

export const NO_BANK_PAGE = { bankPageSealed: null, bankPageKeyVersion: null } as const;

export function sealedBankPage(vault: Vault, checkoutId: Id<"chk">, url: string) {
  const { bytes, keyVersion } = vault.seal("bank-page", checkoutId, Buffer.from(url));
  return { bankPageSealed: bytes, bankPageKeyVersion: keyVersion };
}

/** Null if there is none, or if its key is not configured. @throws Unreadable if it was altered */
export function bankPageOf(vault: Vault, attempt: CheckoutRecord["attempt"]): string | null {
  if (!attempt?.bankPageSealed || attempt.bankPageKeyVersion === null) return null;
  const { checkoutId, bankPageSealed: bytes, bankPageKeyVersion: keyVersion } = attempt;
  if (!vault.keyVersions.includes(keyVersion)) return null;
  return Buffer.from(vault.open("bank-page", checkoutId, { bytes, keyVersion })).toString();
}
