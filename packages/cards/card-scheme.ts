import type { CardScheme } from "./test-cards";

/** First digits of each scheme; the first match wins. */
const SCHEMES: readonly (readonly [RegExp, CardScheme])[] = [
  [/^3[47]/, "amex"],
  [/^3(0[0-5]|[689])/, "diners"],
  [/^35(2[89]|[3-8])/, "jcb"],
  [/^(6011|65|64[4-9])/, "discover"],
  [/^62/, "unionpay"],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, "mastercard"],
  [/^4/, "visa"],
];

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    visa: "Visa",
    mastercard: "Mastercard",
    amex: "American Express",
    discover: "Discover",
    diners: "Diners Club",
    jcb: "JCB",
    unionpay: "UnionPay",
  } satisfies Record<CardScheme, string>),
);

/** Of a whole number or its beginning. */
export function schemeOf(digits: string): CardScheme | null {
  return SCHEMES.find(([start]) => start.test(digits))?.[1] ?? null;
}

/** @param scheme as the gateway calls it */
export function schemeName(scheme: string): string {
  return NAMES.get(scheme) ?? scheme;
}

/** Digits of the security code: on the front of American Express four, elsewhere three. */
export function securityCodeLength(scheme: CardScheme | null): 3 | 4 {
  return scheme === "amex" ? 4 : 3;
}

/** As printed on the card: groups of four, 4-6-5 for 15 digits, 4-6-4 for 14. */
export function groupCardNumber(digits: string): string {
  const scheme = schemeOf(digits);
  if (scheme === "amex" || (scheme === "diners" && digits.length <= 14))
    return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].filter(Boolean).join(" ");
  return digits.replace(/(\d{4})(?=\d)/g, "$1 ");
}
