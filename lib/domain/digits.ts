const DECIMAL = /^\p{Nd}$/u;

/** Digits that are no decimal digits to Unicode and that NFKC leaves alone: first and last of a row, and the first's value. */
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

/**
 * What a character is worth as a digit, in any script; null for what is none.
 * @param character one code point of a text in NFKC
 */
export function digitOf(character: string): number | null {
  const ascii = character.charCodeAt(0) - 0x30;
  if (ascii >= 0 && ascii <= 9) return ascii;
  // Fewer than a thousand are remembered: there are no more digits, and what is none is not.
  const known = values.get(character);
  if (known !== undefined) return known;
  const value = DECIMAL.test(character) ? decimalOf(character) : otherOf(character.codePointAt(0)!);
  if (value !== null) values.set(character, value);
  return value;
}

/** Each script's ten stand in a row, from nought on; two rows may stand side by side. */
function decimalOf(character: string): number {
  const at = character.codePointAt(0)!;
  let before = 0;
  while (DECIMAL.test(String.fromCodePoint(at - before - 1))) before += 1;
  return before % 10;
}

function otherOf(at: number): number | null {
  const row = OTHER_DIGITS.find(([first, last]) => at >= first && at <= last);
  return row ? at - row[0] + row[2] : null;
}
