/** Cuts between code points, so that no half of a surrogate pair is left. */
export function shorten(text: string, max: number): string {
  // A code point has at most two units: a long text need not be split whole.
  return [...text.slice(0, max * 2)].slice(0, max).join("");
}

/** A caller's text for a message: shortened, with U+FFFD for each control character. */
export function quoted(text: string, max: number): string {
  return shorten(text, max).replace(new RegExp(CONTROL_CHARACTERS, "gu"), "\ufffd");
}

/** White space, U+200B and the like: nothing that can be seen. D-008 */
const NOTHING_VISIBLE = /^[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;
const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029]/u;
const EMAIL = /^[^\s@"<>(),;:\\]{1,64}@[^\s@.<>(),;:\\]+(\.[^\s@.<>(),;:\\]+)+$/u;

export function isBlank(text: string): boolean {
  return NOTHING_VISIBLE.test(text);
}

export function hasControlCharacters(text: string): boolean {
  return CONTROL_CHARACTERS.test(text);
}

/** Takes a trimmed text. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text) && !hasControlCharacters(text);
}

/**
 * Whether a text is too long however it is normalised, which makes one character of at most four. Asked before
 * normalising, which can take quadratic time.
 */
export function isFarLonger(text: string, max: number): boolean {
  return text.length > 4 * max;
}

/** Counts code points; the string's own length is a quick upper bound. D-009 */
export function isLonger(text: string, max: number): boolean {
  return text.length > max && [...text].length > max;
}

/** `card_payment.failed` as `CardPaymentFailed`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|[._])(\w)/g, (_, first: string) => first.toUpperCase());
}
