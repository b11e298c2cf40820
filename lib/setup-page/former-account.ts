import type { CheckoutDeps } from "../checkout/context";
import type { BankFormValues } from "../contract/forms/bank-fields";
import { Unreadable } from "../crypto/vault";
import { findFormerAccount, type SetupRow } from "../db/setup";
import { type BankDetails, formatBsb, openBankDetails } from "../direct-debit/bank-details";
import { EMPTY_FORM } from "./view";

/** The account of the plan before, which the student need not type again; null where there is none to offer. D-211 */
export async function formerAccount(deps: CheckoutDeps, row: SetupRow): Promise<BankDetails | null> {
  const found = await findFormerAccount(deps.db, row, deps.now());
  if (!found?.bytes || found.keyVersion === null) return null;
  try {
    return openBankDetails(deps.vault, found.id, { bytes: found.bytes, keyVersion: found.keyVersion });
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** The form as it opens. The number stays here: left empty, it means this one. */
export function prefilled(former: BankDetails | null): BankFormValues {
  if (!former) return EMPTY_FORM;
  const { accountName, bsb } = former;
  return { accountName, bsb: formatBsb(bsb), accountNumber: "", authorisesAlone: "yes" };
}

/** The answers with the account number that was left out, if the BSB is still the one it belongs to. */
export function completed(typed: BankFormValues, former: BankDetails | null): BankFormValues {
  const isMeant = former && typed.accountNumber.trim() === "" && typed.bsb.replace(/\D/g, "") === former.bsb;
  return isMeant ? { ...typed, accountNumber: former.accountNumber } : typed;
}
