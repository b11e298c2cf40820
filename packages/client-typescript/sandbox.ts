/** A card of the sandbox, by its name. */
export type TestCard =
  | "visa"
  | "visa_debit"
  | "mastercard"
  | "mastercard_2series"
  | "amex"
  | "discover"
  | "diners"
  | "jcb"
  | "unionpay"
  | "declined_generic_decline"
  | "declined_insufficient_funds"
  | "declined_lost_card"
  | "declined_stolen_card"
  | "declined_expired_card"
  | "declined_incorrect_cvc"
  | "declined_processing_error"
  | "answer_lost";

/** A new token of a test card, `tok_test_<card>_<22 letters>`: for the sandbox alone, and for one checkout. */
export const testToken = (card: TestCard): string => `tok_test_${card}_${letters(22)}`;

/** Letters only: digits in a row may look like a card number, which the service refuses. */
export function letters(count: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return Array.from(bytes, (byte) => String.fromCharCode(97 + (byte % 26))).join("");
}
