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
export function digitOf(character: string): number | null {
  const ascii = character.charCodeAt(0) - 0x30;
  if (ascii >= 0 && ascii <= 9) return ascii;
  const known = values.get(character);
  if (known !== undefined) return known;
  const value = DECIMAL.test(character) ? decimalOf(character) : otherOf(character.codePointAt(0)!);
  if (value !== null) values.set(character, value);
  return value;
}

/** Unicode has each script's digits in rows from 0 to 9; two rows may touch. */
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
