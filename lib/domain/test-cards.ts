/** Card schemes by the names of the API. Contract section 9. */
export const CARD_SCHEMES = ["visa", "mastercard", "amex", "discover", "diners", "jcb", "unionpay"] as const;
export type CardScheme = (typeof CARD_SCHEMES)[number];

/** Why a card was declined, as `card_payment.decline_code` says it. Contract sections 2 and 9. */
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
type TestCardOutcome =
  | { readonly type: "succeeds" }
  | { readonly type: "declines"; readonly declineCode: DeclineCode }
  | { readonly type: "answer_lost" };

export interface TestCard {
  readonly number: string;
  readonly scheme: CardScheme;
  readonly last4: string;
  readonly outcome: TestCardOutcome;
}

/**
 * The cards of the sandbox by their published slugs. The capture script carries a copy of slugs, numbers and
 * schemes, because it may load nothing; the gateway needs the rest. Contract section 9.
 */
export const TEST_CARDS = {
  visa: { number: "4242424242424242", scheme: "visa", last4: "4242", outcome: { type: "succeeds" } },
  visa_debit: { number: "4000056655665556", scheme: "visa", last4: "5556", outcome: { type: "succeeds" } },
  mastercard: {
    number: "5555555555554444",
    scheme: "mastercard",
    last4: "4444",
    outcome: { type: "succeeds" },
  },
  mastercard_2series: {
    number: "2223003122003222",
    scheme: "mastercard",
    last4: "3222",
    outcome: { type: "succeeds" },
  },
  amex: { number: "378282246310005", scheme: "amex", last4: "0005", outcome: { type: "succeeds" } },
  discover: { number: "6011111111111117", scheme: "discover", last4: "1117", outcome: { type: "succeeds" } },
  diners: { number: "3056930009020004", scheme: "diners", last4: "0004", outcome: { type: "succeeds" } },
  jcb: { number: "3566002020360505", scheme: "jcb", last4: "0505", outcome: { type: "succeeds" } },
  unionpay: { number: "6200000000000005", scheme: "unionpay", last4: "0005", outcome: { type: "succeeds" } },
  declined_generic_decline: {
    number: "4000000000000002",
    scheme: "visa",
    last4: "0002",
    outcome: { type: "declines", declineCode: "generic_decline" },
  },
  declined_insufficient_funds: {
    number: "4000000000009995",
    scheme: "visa",
    last4: "9995",
    outcome: { type: "declines", declineCode: "insufficient_funds" },
  },
  declined_lost_card: {
    number: "4000000000009987",
    scheme: "visa",
    last4: "9987",
    outcome: { type: "declines", declineCode: "lost_card" },
  },
  declined_stolen_card: {
    number: "4000000000009979",
    scheme: "visa",
    last4: "9979",
    outcome: { type: "declines", declineCode: "stolen_card" },
  },
  declined_expired_card: {
    number: "4000000000000069",
    scheme: "visa",
    last4: "0069",
    outcome: { type: "declines", declineCode: "expired_card" },
  },
  declined_incorrect_cvc: {
    number: "4000000000000127",
    scheme: "visa",
    last4: "0127",
    outcome: { type: "declines", declineCode: "incorrect_cvc" },
  },
  declined_processing_error: {
    number: "4000000000000119",
    scheme: "visa",
    last4: "0119",
    outcome: { type: "declines", declineCode: "processing_error" },
  },
  answer_lost: {
    number: "4000000000000341",
    scheme: "visa",
    last4: "0341",
    outcome: { type: "answer_lost" },
  },
} as const satisfies Record<string, TestCard>;

export type TestCardSlug = keyof typeof TEST_CARDS;

/**
 * The slug in a token of the form `tok_test_<slug>_<22 lower-case letters>`, or null where the token has
 * another form or names no test card. Whether it was used before is the gateway's to know. Contract section 9.
 */
export function parseTestToken(token: string): TestCardSlug | null {
  const slug = /^tok_test_([a-z0-9_]+)_[a-z]{22}$/.exec(token)?.[1];
  return slug !== undefined && Object.hasOwn(TEST_CARDS, slug) ? (slug as TestCardSlug) : null;
}
