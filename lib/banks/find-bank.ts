import { bankOf } from "../../packages/banks/bsb";
import { findBranch } from "../db/banks";
import type { Db } from "../db/client";
import type { Environment } from "../domain/environment";

export interface BanksDeps {
  db: Db;
  environment: Environment;
}

/**
 * What a student may recognise a BSB by: its bank, and its branch where a directory was imported. Null where nobody is
 * known to have it.
 * @param bsb six digits
 */
export async function findBank({ db, environment }: BanksDeps, bsb: string): Promise<string | null> {
  const byPrefix = bankOf(bsb, environment === "sandbox");
  const { found, isImported } = await findBranch(db, bsb);
  if (found) return `${byPrefix ?? found.bank}, ${found.branch}`;
  // No directory lists what the sandbox alone has.
  return isImported && bankOf(bsb, false) === byPrefix ? null : byPrefix;
}
