/** The fields of the hosted direct-debit page's first step, by the names of its inputs. Contract section 10. */
export const BANK_FIELDS = ["authorisesAlone", "accountName", "bsb", "accountNumber"] as const;
type BankField = (typeof BANK_FIELDS)[number];
export type BankFormValues = Record<BankField, string>;
