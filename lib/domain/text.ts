/** At most that many characters (code points) from the start, so that no cut leaves half of a surrogate pair. */
export function shorten(text: string, max: number): string {
  // A code point is at most two units long: nothing after these can be among the first `max`.
  return [...text.slice(0, max * 2)].slice(0, max).join("");
}

/** What a caller sent, to be shown back in a message: shortened, with a sign in place of each control character. */
export function quoted(text: string, max: number): string {
  return shorten(text, max).replace(new RegExp(CONTROL_CHARACTERS, "gu"), "\ufffd");
}

/** Space, format characters such as U+200B, and the rest of what is made not to be seen. */
const NOTHING_VISIBLE = /^[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;
const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029]/u;
const EMAIL = /^[^\s@"<>(),;:\\]{1,64}@[^\s@.<>(),;:\\]+(\.[^\s@.<>(),;:\\]+)+$/u;

/** Whether there is nothing to see in a text. */
export function isBlank(text: string): boolean {
  return NOTHING_VISIBLE.test(text);
}

export function hasControlCharacters(text: string): boolean {
  return CONTROL_CHARACTERS.test(text);
}

/** Whether a trimmed text has the shape of an e-mail address. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text) && !hasControlCharacters(text);
}

/**
 * Whether a text is longer than `max` characters however it is normalised: four of one become one at most. Looked at
 * before, for to normalise a long text can take the square of its length.
 */
export function isFarLonger(text: string, max: number): boolean {
  return text.length > 4 * max;
}

/** Characters are code points, of which a string never has more than its length. */
export function isLonger(text: string, max: number): boolean {
  return text.length > max && [...text].length > max;
}

/** `card_payment.failed` as `CardPaymentFailed`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|[._])(\w)/g, (_, first: string) => first.toUpperCase());
}
