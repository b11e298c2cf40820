import { groupCardNumber } from "../../domain/card-scheme";

/** What is typed without its spaces and hyphens. */
export function digitsOf(text: string): string {
  return text.replace(/[\s\p{Pd}]/gu, "");
}

/** Keeps what was typed readable in groups, and leaves alone what is no number. */
export function grouped(text: string): string {
  const digits = digitsOf(text);
  return /^\d*$/.test(digits) ? groupCardNumber(digits) : text;
}

/**
 * Where the caret belongs once a text was grouped anew: after the same digit. Behind a space that follows it, so that
 * the next digit goes on there; before it where something was deleted, so that the next deletion takes a digit.
 */
export function caretAfter(typed: string, caret: number, shown: string, isDeleting: boolean): number | null {
  if (typed === shown) return null;
  const before = digitsOf(typed.slice(0, caret)).length;
  let at = 0;
  for (let seen = 0; seen < before && at < shown.length; at++) if (shown[at] !== " ") seen++;
  return !isDeleting && shown[at] === " " ? at + 1 : at;
}

/** "12/28", "12-2028" or "1228" in two parts; null for anything else. */
export function expiryIn(text: string): { month: string; year: string } | null {
  const match = /^(0?[1-9]|1[0-2])\s*[\s/.\p{Pd}]\s*(\d{2}|20\d{2})$/u.exec(text.trim());
  const [, month, year] = match ?? /^(0[1-9]|1[0-2])(\d{2}|20\d{2})$/.exec(text.trim()) ?? [];
  return month === undefined || year === undefined ? null : { month, year };
}
