import { digitsIn, readText } from "../text/text";
import { groupCardNumber } from "./card-scheme";

/** Groups a card number's digits; other text stays as it is. */
export function grouped(text: string): string {
  const digits = digitsIn(text);
  return /^\d*$/.test(digits) ? groupCardNumber(digits) : text;
}

/**
 * Where the caret goes once a text was formatted again: before the same digits. A separator that comes next is skipped
 * when typing, and not when deleting, so that the next key press acts on a digit.
 */
export function caretAfter(typed: string, caret: number, shown: string, isDeleting: boolean): number | null {
  if (typed === shown) return null;
  let behind = typed.slice(caret).replace(/\D/g, "").length;
  let at = shown.length;
  for (; behind > 0 && at > 0; at--) if (/\d/.test(shown.charAt(at - 1))) behind--;
  return isDeleting && /\D/.test(shown[at - 1] ?? "0") ? at - 1 : at;
}

const BETWEEN = String.raw`\s*[\s/|.\p{Pd}]\s*`;
const MONTH_FIRST = new RegExp(String.raw`^(\d{1,2})${BETWEEN}(\d{2}|20\d{2})$`, "u");
const YEAR_FIRST = new RegExp(
  String.raw`^(20\d{2})(?:${BETWEEN}(\d{2}|[2-9])(?:${BETWEEN}\d{1,2})?|(0[1-9]|1[0-2]))$`,
  "u",
);
/** A date that is typed: its year and month were put in our own order before its day came. */
const DAY_LAST = /^(\d{2}\/\d{2})-\d{2}$/;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH_NAME = new RegExp(`^(${MONTHS.join("|")})[a-z]*${BETWEEN}`, "iu");
/** Without a separator; a month of one digit is followed by a year of two. */
const TOGETHER = /^(\d{2})(\d{2}|20\d{2})$|^([2-9])(\d{2})$/;

/** Reads "08/29", "8/29", "0829", "829", "08 2029", "2029-08-31", "Aug 2029" and what comes near; the month may not exist. */
export function expiryIn(text: string): { month: string; year: string } | null {
  const plain = readText(text, "plain", 50)
    .replace(MONTH_NAME, (_, name: string) => `${two(String(MONTHS.indexOf(name.toLowerCase()) + 1))}/`)
    .replace(DAY_LAST, "$1");
  const [, year4, monthLast, monthNext = ""] = YEAR_FIRST.exec(plain) ?? [];
  if (year4 !== undefined) return { month: two(monthLast ?? monthNext), year: year4.slice(2) };
  // A year that somebody begins with: its month is still to come.
  if (/^20\d{0,2}$/.test(plain)) return null;
  const [, month, year] = MONTH_FIRST.exec(plain) ?? TOGETHER.exec(plain)?.filter(Boolean) ?? [];
  return month === undefined || year === undefined ? null : { month: two(month), year: year.slice(-2) };
}

const two = (month: string) => month.padStart(2, "0");

/**
 * An expiry date as "08/29", and as far as it is typed: the slash comes by itself once the month is sure. What cannot be
 * read stays as it is, and so does what is being deleted.
 */
export function expiryShown(text: string, isDeleting = false): string {
  if (isDeleting) return text;
  const expiry = expiryIn(text);
  if (expiry) return `${expiry.month}/${expiry.year}`;
  // "2" may begin "2029-08".
  const begun = /^\s*(0[1-9]|1[0-2]|[3-9]|[12](?=\s*[/|]))[\s/|.\p{Pd}]*(\d{0,3})$/u.exec(text);
  const [, month, rest] = begun ?? [];
  return month === undefined ? text : `${two(month)}/${rest}`;
}
