import { typeface } from "./fonts";
import { WEIGHT } from "./theme";

let covered: Set<number> | undefined;

/** Invisible and direction-changing characters are refused even where the typeface has them: what is signed is seen. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;

function isCovered(character: string): boolean {
  covered ??= new Set(typeface(WEIGHT.regular).characterSet);
  return covered.has(character.codePointAt(0) ?? 0) && !UNSEEN.test(character);
}

const number = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/**
 * The text with every character that the typeface lacks written as its Unicode number, a run of them in one pair of
 * brackets: "张三" becomes "[U+5F20 U+4E09]". Never an empty box, never a character silently lost.
 */
export function printable(text: string): string {
  let result = "";
  let missing: string[] = [];
  const flush = () => {
    if (missing.length > 0) result += `[${missing.join(" ")}]`;
    missing = [];
  };
  for (const character of text.normalize("NFC")) {
    if (character === "\n" || isCovered(character)) {
      flush();
      result += character;
    } else {
      missing.push(number(character));
    }
  }
  flush();
  return result;
}

/** The same data with every string in it made printable, and whether any had to be changed. */
export function printableData<T>(data: T): { data: T; changed: boolean } {
  let changed = false;
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") {
      const text = printable(value);
      changed ||= text !== value.normalize("NFC");
      return text;
    }
    if (Array.isArray(value)) return value.map(walk);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, walk(member)]));
  };
  return { data: walk(data) as T, changed };
}

/** Advance widths in ems, by weight and character; reading them out of the typeface is the slow part. */
const advances = new Map<number, Map<string, number>>();

function widthOf(text: string, fontSize: number, fontWeight: number): number {
  let known = advances.get(fontWeight);
  if (!known) {
    known = new Map();
    advances.set(fontWeight, known);
  }
  let ems = 0;
  for (const character of text) {
    let advance = known.get(character);
    if (advance === undefined) {
      const font = typeface(fontWeight);
      advance = font.glyphForCodePoint(character.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm;
      known.set(character, advance);
    }
    ems += advance;
  }
  return ems * fontSize;
}

/** A character with the marks that sit on it. */
const CLUSTER = /\P{M}\p{M}*/gu;

/** After these an address or an identifier breaks more legibly than between two letters. */
const SEPARATOR = /^(.*[-/:@._])(.+)$/su;

/** A word wider than the column, cut into pieces that each fit. Nothing is added, not even a hyphen. */
function cutToFit(word: string, width: number, fontSize: number, fontWeight: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const cluster of word.match(CLUSTER) ?? [word]) {
    if (piece !== "" && widthOf(piece + cluster, fontSize, fontWeight) > width) {
      const [, upToSeparator = piece, rest = ""] = SEPARATOR.exec(piece) ?? [];
      const early = rest.length > piece.length / 3;
      pieces.push(early ? piece : upToSeparator);
      piece = early ? "" : rest;
    }
    piece += cluster;
  }
  return [...pieces, piece];
}

/**
 * The text with its line ends set, for that many points of width. The library's own line breaking squeezes the
 * spaces of a line and hyphenates; this one leaves spaces as they are, and cuts a word only where it is wider than
 * the column. A last line of one word gets company from the line above it. Words joined by no-break spaces stay
 * together, and are printed with ordinary ones.
 */
export function wrapped(
  text: string,
  width: number,
  fontSize: number,
  fontWeight: number = WEIGHT.regular,
): string {
  // A hair less, so that rounding never makes a full line overflow.
  const room = width - 0.05;
  const measure = (part: string) => widthOf(part, fontSize, fontWeight);
  const space = measure(" ");
  return text
    .split("\n")
    .map((paragraph) => {
      const lines: string[][] = [];
      let used = Number.POSITIVE_INFINITY;
      for (const word of paragraph.split(/ +/).filter(Boolean)) {
        const wide = measure(word);
        const pieces = wide > room ? cutToFit(word, room, fontSize, fontWeight) : [word];
        for (const piece of pieces) {
          const pieceWidth = pieces.length === 1 ? wide : measure(piece);
          if (used + space + pieceWidth > room) {
            lines.push([piece]);
            used = pieceWidth;
          } else {
            lines.at(-1)?.push(piece);
            used += space + pieceWidth;
          }
        }
      }
      const [previous, last] = lines.slice(-2);
      if (previous && last?.length === 1 && previous.length > 3) {
        const moved = previous.at(-1) ?? "";
        if (measure(moved) + space + measure(last[0] ?? "") <= room) last.unshift(...previous.splice(-1));
      }
      return lines.map((line) => line.join(" ").replaceAll("\u00a0", " ")).join("\n");
    })
    .join("\n");
}
