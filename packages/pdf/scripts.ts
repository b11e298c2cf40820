import { FONT_FAMILY } from "./theme";

/** A typeface for writing that the document's own lacks; its file has the same name. */
export interface ScriptFont {
  family: string;
  characters: RegExp;
}

/** Places marks on letters that have no single character for both, as in Yoruba. */
export const MARKS_FAMILY = "NotoSansMarks";

const script = (name: string): ScriptFont => ({
  family: `NotoSans${name}`,
  characters: new RegExp(`\\p{Script_Extensions=${name}}`, "u"),
});

/** The first whose characters match is used. */
export const SCRIPT_FONTS: readonly ScriptFont[] = [
  {
    family: "NotoSansSC",
    characters:
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u3017\u30fb\u30fc\uff01-\uff5e]/u,
  },
  { family: "NotoSansKR", characters: /\p{Script=Hangul}/u },
  ..."Arabic Armenian Devanagari Bengali Ethiopic Georgian Gujarati Gurmukhi Hebrew Kannada Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thai"
    .split(" ")
    .map(script),
  { family: "NotoSerifTibetan", characters: /\p{Script_Extensions=Tibetan}/u },
  {
    family: MARKS_FAMILY,
    characters: /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]|[\u0300-\u036f]/u,
  },
];

/** In these, letters change places and join, and HarfBuzz lays them out. */
export const SHAPED = new Set(
  "Bengali Devanagari Gujarati Gurmukhi Kannada Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thai"
    .split(" ")
    .map((name) => `NotoSans${name}`)
    .concat("NotoSerifTibetan"),
);

/** Whether a typeface that is loaded has that character. */
export type Covers = (family: string, character: string) => boolean;

const MARK = /\p{M}/u;
const LETTER = /\p{L}/u;
/** These join letters or keep them apart. */
const JOINER = /[\u200c\u200d]/;
/** Invisible and direction-changing characters are never printed as such: who signs must see what is signed. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;
const NOT_JOINED = "\u200c";
const ARABIC = "NotoSansArabic";
/** More marks on one letter would run into the lines above and below. */
const MAX_MARKS = 2;
const MAX_SIGNS = 5;

const scriptFont = (character: string) => SCRIPT_FONTS.find(({ characters }) => characters.test(character));

export interface Placed {
  character: string;
  /** The typeface that prints it, if any has it. */
  family: string | undefined;
}

function placeWord(word: string, covers: Covers): Placed[] {
  const placed: Placed[] = [];
  let base: string | undefined;
  let marks = 0;
  for (const character of word) {
    let family: string | undefined;
    if (character === NOT_JOINED && base === ARABIC) {
      // The document's own typeface interrupts the Arabic one, which keeps the letters apart.
      family = FONT_FAMILY;
    } else if (MARK.test(character) || JOINER.test(character)) {
      // Only the letter's own typeface knows where its marks belong.
      const of = base === FONT_FAMILY ? MARKS_FAMILY : base;
      marks += 1;
      const few = marks <= (of === MARKS_FAMILY ? MAX_MARKS : MAX_SIGNS);
      family = of && few && covers(of, character) ? of : undefined;
    } else {
      family = letterFamily(character, covers);
      base = family;
      marks = 0;
    }
    placed.push({ character, family });
  }
  if (!placed.some(({ family }) => family === MARKS_FAMILY)) return placed;
  // The word's other letters take that typeface too, so that the word looks even.
  return placed.map((one) =>
    one.family === FONT_FAMILY && LETTER.test(one.character) && covers(MARKS_FAMILY, one.character)
      ? { ...one, family: MARKS_FAMILY }
      : one,
  );
}

function letterFamily(character: string, covers: Covers): string | undefined {
  if (UNSEEN.test(character)) return undefined;
  if (covers(FONT_FAMILY, character)) return FONT_FAMILY;
  const font = scriptFont(character);
  return font && covers(font.family, character) ? font.family : undefined;
}

/** Each character of a text in NFC with the typeface that prints it. Spaces and line ends are always printable. */
export function place(text: string, covers: Covers): Placed[] {
  return text
    .split(/([ \n\u00a0]+)/)
    .flatMap((word, index) =>
      index % 2 === 1
        ? Array.from(word, (character) => ({ character, family: FONT_FAMILY }))
        : placeWord(word, covers),
    );
}

/** The typefaces that a text may need beside the document's own. */
export function familiesFor(text: string, covers: Covers): Set<string> {
  const needed = new Set<string>();
  for (const character of text.normalize("NFC")) {
    if (!MARK.test(character) && covers(FONT_FAMILY, character)) continue;
    const font = scriptFont(character);
    if (font) needed.add(font.family);
  }
  return needed;
}
