/** Shortest and longest run of digits that is treated as a card number. Contract section 9. */
const SHORTEST = 13;
const LONGEST = 19;

/** Digits with nothing but spaces and hyphens between them, whichever kind a page or a phone pastes. */
const GROUPED_DIGITS = /\d+(?:[\p{Zs}\p{Pd}]+\d+)*/gu;
const SEPARATORS = /[\p{Zs}\p{Pd}]+/u;

/**
 * Whether the check digit of a number is right: every second digit from the right doubled, the sum a multiple
 * of ten. `digits` holds decimal digits only.
 */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let fromRight = 1; fromRight <= digits.length; fromRight += 1) {
    const digit = Number(digits[digits.length - fromRight]);
    const weighted = fromRight % 2 === 0 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/**
 * Whether a card number may stand anywhere in the text: 13 to 19 digits that pass Luhn once spaces and hyphens
 * between them are removed. What holds one is refused unseen and never logged. Contract section 9.
 *
 * Groups are also tried without their neighbours, so that an expiry date or a security code that follows after
 * a space hides nothing. A longer unbroken run of digits is no card number.
 */
export function containsCardNumber(text: string): boolean {
  for (const [run] of text.matchAll(GROUPED_DIGITS)) {
    const groups = run.split(SEPARATORS);
    for (let first = 0; first < groups.length; first += 1) {
      let digits = "";
      for (let next = first; next < groups.length && digits.length < LONGEST; next += 1) {
        digits += groups[next];
        if (digits.length >= SHORTEST && digits.length <= LONGEST && passesLuhn(digits)) return true;
      }
    }
  }
  return false;
}
