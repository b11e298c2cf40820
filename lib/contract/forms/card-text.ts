import { groupCardNumber } from "../../domain/card-scheme";

export function digitsOf(text: string): string {
  return text.replace(/[\s\p{Pd}]/gu, "");
}

/** Groups a card number's digits; other text stays as it is. */
export function grouped(text: string): string {
  const digits = digitsOf(text);
  return /^\d*$/.test(digits) ? groupCardNumber(digits) : text;
}

/**
 * Where the caret goes once the number was grouped again: after the same digit. A space that follows is skipped when
 * typing, and not when deleting, so that the next key press acts on a digit.
 */
export function caretAfter(typed: string, caret: number, shown: string, isDeleting: boolean): number | null {
  if (typed === shown) return null;
  const before = digitsOf(typed.slice(0, caret)).length;
  let at = 0;
  for (let seen = 0; seen < before && at < shown.length; at++) if (shown[at] !== " ") seen++;
  return !isDeleting && shown[at] === " " ? at + 1 : at;
}

/** Reads "12/28", "12-2028" or "1228". */
export function expiryIn(text: string): { month: string; year: string } | null {
  const match = /^(0?[1-9]|1[0-2])\s*[\s/.\p{Pd}]\s*(\d{2}|20\d{2})$/u.exec(text.trim());
  const [, month, year] = match ?? /^(0[1-9]|1[0-2])(\d{2}|20\d{2})$/.exec(text.trim()) ?? [];
  return month === undefined || year === undefined ? null : { month, year };
}
