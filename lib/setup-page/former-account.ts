import type { CheckoutDeps } from "../checkout/context";
import { LONGEST_ACCOUNT_NAME } from "../contract/forms/bank-details";
import type { BankFormValues } from "../contract/forms/bank-fields";
import { Unreadable } from "../crypto/vault";
import { findFormerAccount, type SetupRow } from "../db/setup";
import { type BankDetails, formatBsb, openBankDetails } from "../direct-debit/bank-details";
import { displayName } from "../domain/names";
import type { Session } from "./session";
import { EMPTY_FORM } from "./view";

/**
 * The account of the plan before, which the student need not type again; null where there is none to offer, as by the link
 * that the API gives, which others hold too, and by one to the enrolment that was not used yet. D-211
 */
export async function formerAccount(deps: CheckoutDeps, row: Session): Promise<BankDetails | null> {
  if (!row.isStudents) return null;
  const found = await findFormerAccount(deps.db, row, deps.now());
  if (!found?.bytes || found.keyVersion === null) return null;
  try {
    return openBankDetails(deps.vault, found.id, { bytes: found.bytes, keyVersion: found.keyVersion });
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/**
 * The form as it opens: with the former account, whose number stays here, because left empty it means this one; else with
 * the name that the student gave the portal. D-257
 */
export function prefilled(
  former: BankDetails | null,
  { student }: Pick<SetupRow, "student">,
): BankFormValues {
  if (!former) return { ...EMPTY_FORM, accountName: nameOf(student) };
  const { accountName, bsb } = former;
  return { accountName, bsb: formatBsb(bsb), accountNumber: "", authorisesAlone: "yes" };
}

/** Nothing that would have to be shortened. */
function nameOf(student: SetupRow["student"]): string {
  if (!student?.firstName || !student.lastName) return "";
  const name = displayName({ firstName: student.firstName, lastName: student.lastName });
  return [...name].length > LONGEST_ACCOUNT_NAME ? "" : name;
}

/** The answers with the account number that was left out, if the BSB is still the one it belongs to. */
export function completed(typed: BankFormValues, former: BankDetails | null): BankFormValues {
  const isMeant = former && typed.accountNumber.trim() === "" && typed.bsb.replace(/\D/g, "") === former.bsb;
  return isMeant ? { ...typed, accountNumber: former.accountNumber } : typed;
}
