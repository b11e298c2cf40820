/** Writing in which a name is the family name and then the given one, without a space. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}々〇ー・·]+$/u;

/**
 * A student's whole name, in the order of its language as far as its writing shows it: the family name comes first in
 * Chinese, Japanese and Korean. See docs/decisions/035-printed-names.md.
 */
export function displayName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  if (FAMILY_FIRST.test(firstName) && FAMILY_FIRST.test(lastName)) return lastName + firstName;
  return `${firstName} ${lastName}`;
}
