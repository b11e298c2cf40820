/** A test card of Stripe's, and what becomes of a charge to it. */
export interface TestCard {
  last4: string;
  /** The `code` and `decline_code` with which it is declined. */
  declined?: [code: string, declineCode?: string];
  /** Its bank asks the student first. */
  asks?: boolean;
}

const declined = (last4: string, declineCode: string): TestCard => ({
  last4,
  declined: ["card_declined", declineCode],
});

/** By Stripe's names of test payment methods, without `pm_card_`. */
const CARDS = new Map<string, TestCard>([
  ["visa", { last4: "4242" }],
  ["visa_chargeDeclined", declined("0002", "generic_decline")],
  ["visa_chargeDeclinedInsufficientFunds", declined("9995", "insufficient_funds")],
  ["visa_chargeDeclinedLostCard", declined("9987", "lost_card")],
  ["visa_chargeDeclinedStolenCard", declined("9979", "stolen_card")],
  ["visa_chargeDeclinedFraudulent", declined("0019", "fraudulent")],
  ["chargeDeclinedExpiredCard", { last4: "0069", declined: ["expired_card"] }],
  ["chargeDeclinedIncorrectCvc", { last4: "0127", declined: ["incorrect_cvc"] }],
  ["chargeDeclinedProcessingError", { last4: "0119", declined: ["processing_error"] }],
  ["threeDSecure2Required", { last4: "3184", asks: true }],
  ["threeDSecureRequiredChargeDeclined", { ...declined("1629", "generic_decline"), asks: true }],
]);

export type TokenFault = { param: "confirmation_token" | "payment_method"; isUsed: boolean };

/** What a request names: `pm_card_visa`, or as a confirmation token, which works once, `ctoken_visa_1`. */
export function cardOf(params: URLSearchParams, used: Set<string>): TestCard | TokenFault {
  const token = params.get("confirmation_token");
  if (token === null) {
    const name = params.get("payment_method")?.replace(/^pm_card_/, "") ?? "";
    return CARDS.get(name) ?? { param: "payment_method", isUsed: false };
  }
  const card = CARDS.get(token.replace(/^ctoken_(.+)_[A-Za-z0-9]+$/, "$1"));
  const isUsed = used.has(token);
  used.add(token);
  return card && !isUsed ? card : { param: "confirmation_token", isUsed };
}
