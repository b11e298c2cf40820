import type { DebitReason } from "./plan";

const NOT_MADE = "Your bank did not make this payment.";
const WHY_FAILED: Record<DebitReason, string> = {
  insufficient_funds: "Your bank says that there was not enough money in the account that day.",
  temporary: "Your bank could not make this payment that day. This is often over the next day.",
  account_closed: "Your bank says that the account is closed.",
  account_invalid: "The bank could not find this account, or no debits can be made from it.",
  bank_stopped: "Your bank was asked to stop payments to us.",
  technical: "This was a technical fault, and nothing that you did.",
  deceased: NOT_MADE,
};

/** Why a payment failed, in the student's words and without blame. */
export const whyFailed = (reason: DebitReason | null): string => (reason ? WHY_FAILED[reason] : NOT_MADE);
