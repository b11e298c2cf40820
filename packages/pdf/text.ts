import { covers, typeface } from "./fonts";
import { type Covers, place } from "./scripts";
import { FONT_FAMILY, WEIGHT } from "./theme";

const number = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** In NFC; a ligature that stands for two letters of its own is printed as these. */
const composed = (text: string) =>
  text.normalize("NFC").replace(/[\ufb00-\ufb06]/g, (letters) => letters.normalize("NFKC"));

/**
 * The text with its unprintable characters as Unicode numbers, a run of them in one pair of brackets: "🙂" becomes
 * "[U+1F642]". See docs/decisions/035-printed-names.md.
 */
export function printable(text: string, has: Covers = covers): string {
  let result = "";
  let missing: string[] = [];
  const flush = () => {
    if (missing.length > 0) result += `[${missing.join(" ")}]`;
    missing = [];
  };
  for (const { character, family } of place(composed(text), has)) {
    if (family) {
      flush();
      result += character;
    } else {
      missing.push(number(character));
    }
  }
  flush();
  return result;
}

/** The same data with every string made printable, and whether any was changed. */
export function printableData<T>(data: T, has: Covers = covers): { data: T; changed: boolean } {
  let changed = false;
  const made = mapStrings(data, (value) => {
    const text = printable(value, has);
    changed ||= text !== composed(value);
    return text;
  });
  return { data: made as T, changed };
}

/** Every string in plain data. */
export function stringsIn(data: unknown): string[] {
  const found: string[] = [];
  mapStrings(data, (value) => {
    found.push(value);
    return value;
  });
  return found;
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((member) => mapStrings(member, change));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapStrings(member, change)]));
}

export interface Run {
  text: string;
  family: string;
}

/** Texts that need no look at single characters. Written as numbers, because many of them look alike. */
const PLAIN = /^[\n\x20-\x7e\u00a0-\u00ac\u00ae-\u0148\u014a-\u017f\u2010-\u2027]*$/;

/** A printable text in pieces, each of which one typeface prints. */
export function runsOf(text: string): Run[] {
  if (PLAIN.test(text)) return [{ text, family: FONT_FAMILY }];
  const runs: Run[] = [];
  for (const { character, family = FONT_FAMILY } of place(text, covers)) {
    const last = runs.at(-1);
    if (last?.family === family) last.text += character;
    else runs.push({ text: character, family });
  }
  return runs;
}

/** The width of a printable text in points. */
export function widthOf(text: string, fontSize: number, fontWeight: number = WEIGHT.regular): number {
  let ems = 0;
  for (const run of runsOf(text)) {
    ems += run.family === FONT_FAMILY ? plainEms(run.text, fontWeight) : shapedEms(run);
  }
  return ems * fontSize;
}

/** The document's own typeface has no layout tables, so a text is as wide as its characters. */
function plainEms(text: string, fontWeight: number): number {
  const font = typeface(FONT_FAMILY, fontWeight);
  const widths = Array.from(text, (one) => font.glyphForCodePoint(one.codePointAt(0) ?? 0).advanceWidth);
  return widths.reduce((sum, width) => sum + width, 0) / font.unitsPerEm;
}

/** In other scripts a letter's width depends on its neighbours. */
function shapedEms({ text, family }: Run): number {
  const font = typeface(family);
  return font.layout(text, undefined, undefined, undefined, "ltr").advanceWidth / font.unitsPerEm;
}

/** Indian and Khmer signs that join two letters. */
const BINDING = "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2";
const MARKS = "[\\p{M}\u200c\u200d]*";

/** A character with its marks and the letters joined to it. */
const CLUSTER = new RegExp(`\\P{M}${MARKS}(?:(?<=[${BINDING}]\u200d?)\\p{L}${MARKS})*`, "gu");

/** An address or an identifier is best broken after one of these. */
const SEPARATOR = /^(.*[-/:@._])(.+)$/su;

/** Cuts a word that is wider than the column, without adding hyphens. */
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
 * The text with line ends for a column of `width` points. The library's own line breaking squeezes spaces and
 * hyphenates; this one does neither, cuts a word only where it is wider than the column, and leaves no single word on a
 * last line. No-break spaces keep words together and are printed as ordinary ones.
 */
export function wrapped(
  text: string,
  width: number,
  fontSize: number,
  fontWeight: number = WEIGHT.regular,
): string {
  // Slightly less, because rounding could make a full line overflow.
  const room = width - 0.05;
  const measure = (part: string) => widthOf(part, fontSize, fontWeight);
  const space = measure(" ");
  return text
    .split("\n")
    .map((paragraph) => {
      const lines: { words: string[]; isRest: boolean }[] = [];
      let used = Number.POSITIVE_INFINITY;
      for (const word of paragraph.split(/ +/).filter(Boolean)) {
        const wide = measure(word);
        const pieces = wide > room ? cutToFit(word, room, fontSize, fontWeight) : [word];
        for (const [index, piece] of pieces.entries()) {
          const pieceWidth = pieces.length === 1 ? wide : measure(piece);
          if (used + space + pieceWidth > room) {
            lines.push({ words: [piece], isRest: index > 0 });
            used = pieceWidth;
          } else {
            lines.at(-1)?.words.push(piece);
            used += space + pieceWidth;
          }
        }
      }
      const [previous, last] = lines.slice(-2);
      if (previous && last?.words.length === 1 && !last.isRest && previous.words.length > 3) {
        const moved = previous.words.at(-1) ?? "";
        if (measure(moved) + space + measure(last.words[0] ?? "") <= room)
          last.words.unshift(...previous.words.splice(-1));
      }
      // What reads the text aloud needs the space that the eye does not.
      return lines.reduce((whole, { words, isRest }, index) => {
        const end = index === 0 ? "" : isRest ? "\n" : " \n";
        return whole + end + words.join(" ").replaceAll("\u00a0", " ");
      }, "");
    })
    .join("\n");
}
