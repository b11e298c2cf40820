/** How many digits a card number has. Contract section 9. */
const SHORTEST = 13;
const LONGEST = 19;

/** What numbers of card schemes begin with, and how long they are. */
const ISSUED: readonly (readonly [RegExp, lengths: readonly number[]])[] = [
  [/^4/, [13, 16, 19]], // Visa
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]], // Mastercard
  [/^3[47]/, [15]], // American Express
  [/^3(0[0-5]|[689])/, [14, 15, 16, 17, 18, 19]], // Diners Club
  [/^(35|220[0-5]|50|5[6-9]|6|8[12]|8600|97(04|92)|9860)/, [16, 17, 18, 19]], // JCB, Mir, Maestro, Discover, UnionPay, RuPay, …
];

/** What may group the digits of a card: spaces, hyphens, and invisible characters. */
const PLAIN = /^[\p{Zs}\p{Pd}\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]$/u;
/** A visible letter ends a run of digits. Japanese's long mark does not: people type it as a dash. */
const LETTER = /^(?![\p{Default_Ignorable_Code_Point}\u30fc])\p{L}$/u;

const CARD_GROUPS = /^(0+|(0{4} )+0{1,4}|0{4} 0{6} 0{4,5})$/;

/** UUIDs and digests: one in a thousand holds what looks like a card number. */
const HEXADECIMAL = /[0-9a-f]{24,}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
/** Two dates side by side have as many digits as a card. */
const DATE =
  /(?<!\d)(?:(?:0?[1-9]|[12]\d|3[01])([/.-])(?:0?[1-9]|1[0-2])\1(?:19|20)\d\d|(?:19|20)\d\d([/.-])(?:0[1-9]|1[0-2])\2(?:0[1-9]|[12]\d|3[01]))(?!\d)/g;

/** Whether the check digit is right: every second digit from the right doubled, the sum a multiple of ten. */
export function passesLuhn(digits: string): boolean {
  const backwards = [...digits].reverse().map(Number);
  return digits !== "" && backwards.reduce((sum, digit, place) => sum + inLuhn(digit, place), 0) % 10 === 0;
}

/** @param place from the right */
const inLuhn = (digit: number, place: number) =>
  place % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;

/**
 * Which numbers with a right check digit count: `any`, for fields where no number belongs; `issued`, those that a card
 * scheme could have issued, for what machines write; `typed`, also those that are grouped like a card.
 * See docs/decisions/014-card-numbers.md.
 */
export type Counts = "any" | "typed" | "issued";

/**
 * Whether a text may hold a card number: 13 to 19 digits of any script that pass Luhn, with no letter between them. Groups
 * are tried also without the groups beside them, so that an expiry date after the number hides nothing. Contract section 9.
 */
export function containsCardNumber(text: string, counts: Counts = "typed"): boolean {
  return runsOf(text).some((run) =>
    holdsCardNumber(run, (first, last) => {
      if (counts === "any" || isIssued(run.digits.slice(first, last + 1).join(""))) return true;
      return counts === "typed" && isWrittenAsOnACard(run.gaps.slice(first, last + 1));
    }),
  );
}

/** For answers that repeat what a caller sent. */
export function withoutCardNumber(text: string): string {
  return containsCardNumber(text) ? "…" : text;
}

/** For forms that show again what was typed: a card number in the wrong field is not sent back. */
export function emptiedOfCardNumbers<V extends Readonly<Record<string, string>>>(values: V): V {
  const shown = Object.entries(values).map(([name, value]) => [name, containsCardNumber(value) ? "" : value]);
  return Object.fromEntries(shown);
}

function isIssued(number: string): boolean {
  return ISSUED.some(([start, lengths]) => lengths.includes(number.length) && start.test(number));
}

/** Unbroken, in fours, as 4-6-5 or as 4-6-4. */
const isWrittenAsOnACard = ([, ...gaps]: Gap[]) =>
  CARD_GROUPS.test(`0${gaps.map((gap) => `${gap}0`).join("")}`);

/** What stands between a digit and the one before it: nothing, what may group the digits of a card, anything else. */
type Gap = "" | " " | "/";

const MARKS = /\p{M}+/gu;
/** All but ASCII and the Arabic ligatures that spell out whole words. */
const NORMALISED = /[^\p{ASCII}\u{FDF0}-\u{FDFF}]+/gu;

/** Digits with no letter between them. */
interface Run {
  digits: number[];
  gaps: Gap[];
}

function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let run: Run = { digits: [], gaps: [] };
  let gap: Gap = "/";
  const end = () => {
    if (run.digits.length >= SHORTEST) runs.push(run);
    if (run.digits.length > 0) run = { digits: [], gaps: [] };
    gap = "/";
  };
  // What costs too much is left out: marks are put in order, which takes the square of how many stand together, and some
  // words that are one letter become eighteen.
  const plain = text.replace(MARKS, "").replace(NORMALISED, (signs) => signs.normalize("NFKC"));
  const searched = plain.replace(HEXADECIMAL, withoutIdentifier).replace(DATE, "x");
  for (const character of searched) {
    const digit = digitOf(character);
    if (digit !== null) {
      run.digits.push(digit);
      run.gaps.push(gap);
      gap = "";
    } else if (LETTER.test(character)) end();
    else if (gap !== "/") gap = PLAIN.test(character) ? " " : "/";
  }
  end();
  return runs;
}

/** Identifiers nearly always have three groups of letters or more; fewer may be a card number with text around it. */
function withoutIdentifier(word: string): string {
  return (word.match(/[a-f]+/gi)?.length ?? 0) > 2 ? "x" : word;
}

function holdsCardNumber({ digits, gaps }: Run, isOne: (first: number, last: number) => boolean): boolean {
  for (let last = SHORTEST - 1; last < digits.length; last += 1) {
    if (gaps[last + 1] === "") continue;
    const backwards = digits.slice(Math.max(0, last + 1 - LONGEST), last + 1).reverse();
    let sum = 0;
    for (const [place, digit] of backwards.entries()) {
      const first = last - place;
      sum += inLuhn(digit, place);
      if (place + 1 < SHORTEST || sum % 10 !== 0 || gaps[first] === "") continue;
      if (isOne(first, last)) return true;
    }
  }
  return false;
}

const DECIMAL = /^\p{Nd}$/u;

/** Rows of digits that Unicode does not call decimal and NFKC does not replace, with the value of the first. */
const OTHER_DIGITS: readonly (readonly [first: number, last: number, value: number])[] = [
  [0x1369, 0x1371, 1], // Ethiopic
  [0x19da, 0x19da, 1], // New Tai Lue
  [0x24f5, 0x24fd, 1], // in two circles
  [0x24ff, 0x24ff, 0], // in a black circle
  [0x2776, 0x277e, 1],
  [0x2780, 0x2788, 1],
  [0x278a, 0x2792, 1],
  [0x1f10b, 0x1f10c, 0],
];

const values = new Map<string, number | null>();

/** The value of a digit of any script; null for another character. Takes one code point of a text in NFKC. */
function digitOf(character: string): number | null {
  const ascii = character.charCodeAt(0) - 0x30;
  if (ascii >= 0 && ascii <= 9) return ascii;
  const known = values.get(character);
  if (known !== undefined) return known;
  const at = character.codePointAt(0);
  if (at === undefined) return null;
  const row = OTHER_DIGITS.find(([first, last]) => at >= first && at <= last);
  const value = DECIMAL.test(character) ? decimalOf(at) : row ? at - row[0] + row[2] : null;
  if (value !== null) values.set(character, value);
  return value;
}

/** Unicode has each script's digits in rows from 0 to 9; two rows may touch. */
function decimalOf(at: number): number {
  let before = 0;
  while (DECIMAL.test(String.fromCodePoint(at - before - 1))) before += 1;
  return before % 10;
}
