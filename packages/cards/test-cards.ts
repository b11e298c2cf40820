import type { CardScheme } from "./card-scheme";

/** Values of `card_payment.decline_code`. Contract sections 2 and 9. */
export const DECLINE_CODES = [
  "generic_decline",
  "insufficient_funds",
  "lost_card",
  "stolen_card",
  "expired_card",
  "incorrect_cvc",
  "processing_error",
] as const;
type DeclineCode = (typeof DECLINE_CODES)[number];

/** What the sandbox gateway does with a charge; with `answer_lost` it charges and then times out at once. */
export type TestCardOutcome =
  | { readonly type: "succeeds" }
  | { readonly type: "declines"; readonly declineCode: DeclineCode }
  | { readonly type: "answer_lost" };

const card = (scheme: CardScheme, number: string, outcome: TestCardOutcome = { type: "succeeds" }) => ({
  number,
  scheme,
  last4: number.slice(-4),
  outcome,
});
const declined = (declineCode: DeclineCode, number: string) =>
  card("visa", number, { type: "declines", declineCode });

/** The sandbox's cards by their published slugs. Contract section 9. */
export const TEST_CARDS = {
  visa: card("visa", "4242424242424242"),
  visa_debit: card("visa", "4000056655665556"),
  mastercard: card("mastercard", "5555555555554444"),
  mastercard_2series: card("mastercard", "2223003122003222"),
  amex: card("amex", "378282246310005"),
  discover: card("discover", "6011111111111117"),
  diners: card("diners", "3056930009020004"),
  jcb: card("jcb", "3566002020360505"),
  unionpay: card("unionpay", "6200000000000005"),
  declined_generic_decline: declined("generic_decline", "4000000000000002"),
  declined_insufficient_funds: declined("insufficient_funds", "4000000000009995"),
  declined_lost_card: declined("lost_card", "4000000000009987"),
  declined_stolen_card: declined("stolen_card", "4000000000009979"),
  declined_expired_card: declined("expired_card", "4000000000000069"),
  declined_incorrect_cvc: declined("incorrect_cvc", "4000000000000127"),
  declined_processing_error: declined("processing_error", "4000000000000119"),
  answer_lost: card("visa", "4000000000000341", { type: "answer_lost" }),
};

export type TestCardSlug = keyof typeof TEST_CARDS;

const isSlug = (text: string): text is TestCardSlug => Object.hasOwn(TEST_CARDS, text);

/** The slug in `tok_test_<slug>_<22 lower-case letters>`; null for another form or slug. Contract section 9. */
export function parseTestToken(token: string): TestCardSlug | null {
  const slug = /^tok_test_([a-z0-9_]+)_[a-z]{22}$/.exec(token)?.[1];
  return slug !== undefined && isSlug(slug) ? slug : null;
}
