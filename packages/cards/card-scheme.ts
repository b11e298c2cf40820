import { isKeyOf, keysOf } from "../text/narrow";

/** The card schemes with their first digits, of which the first match wins. Contract section 9. */
const SCHEMES = {
  amex: { name: "American Express", start: /^3[47]/ },
  diners: { name: "Diners Club", start: /^3(0[0-5]|[689])/ },
  jcb: { name: "JCB", start: /^35(2[89]|[3-8])/ },
  discover: { name: "Discover", start: /^(6011|65|64[4-9])/ },
  unionpay: { name: "UnionPay", start: /^62/ },
  mastercard: { name: "Mastercard", start: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/ },
  visa: { name: "Visa", start: /^4/ },
};
export const CARD_SCHEMES = keysOf(SCHEMES);
export type CardScheme = keyof typeof SCHEMES;

/** Of a whole number or its beginning. */
export function schemeOf(digits: string): CardScheme | null {
  return CARD_SCHEMES.find((scheme) => SCHEMES[scheme].start.test(digits)) ?? null;
}

/** @param scheme as the gateway calls it */
export function schemeName(scheme: string): string {
  return isKeyOf(SCHEMES, scheme) ? SCHEMES[scheme].name : scheme;
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
