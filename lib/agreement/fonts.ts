import { existsSync } from "node:fs";
import { join } from "node:path";
import { Font } from "@react-pdf/renderer";
import { type Covers, familiesFor, SCRIPT_FONTS } from "./scripts";
import { FONT_FAMILY, WEIGHT } from "./theme";

/** A typeface as far as this document asks it anything. Widths are in font units. */
interface Typeface {
  unitsPerEm: number;
  characterSet: number[];
  glyphForCodePoint(codePoint: number): { id: number; advanceWidth: number };
  layout(
    text: string,
    features?: unknown,
    script?: string,
    language?: string,
    direction?: string,
  ): {
    advanceWidth: number;
  };
}

const FILES = [
  { file: "Inter-Regular.ttf", fontWeight: WEIGHT.regular },
  { file: "Inter-SemiBold.ttf", fontWeight: WEIGHT.strong },
];

/**
 * Below the working folder, which is the project's root in development, tests, a build and a standalone one. The
 * path is written so that the build sees which folder it is and takes just that one along.
 */
const fontFile = (file: string) => join(process.cwd(), "lib/agreement/fonts", file);

/** What has been loaded, by family: the characters that it has. */
const characters = new Map<string, Set<number>>();

/** Whether a loaded typeface has that character. */
export const covers: Covers = (family, character) =>
  characters.get(family)?.has(character.codePointAt(0) ?? 0) ?? false;

let loaded: Promise<void> | undefined;

/**
 * Registers the typefaces and reads the document's own, once.
 * @throws Error naming the file that is missing.
 */
export function loadFonts(): Promise<void> {
  loaded ??= (async () => {
    Font.register({
      family: FONT_FAMILY,
      fonts: FILES.map(({ file, fontWeight }) => ({ src: there(file), fontWeight })),
    });
    for (const { family } of SCRIPT_FONTS) Font.register({ family, src: there(`${family}.ttf`) });
    // A hyphen that nobody wrote has no place in a name, an identifier or a clause.
    Font.registerHyphenationCallback((word) => [word]);
    for (const { fontWeight } of FILES) await Font.load({ fontFamily: FONT_FAMILY, fontWeight });
    characters.set(FONT_FAMILY, new Set(typeface(FONT_FAMILY, WEIGHT.regular).characterSet));
  })();
  return loaded;
}

/** Reads what those texts need beside the document's own typeface. Most texts need nothing. */
export async function loadFontsFor(texts: Iterable<string>): Promise<void> {
  await loadFonts();
  for (const text of texts) {
    for (const family of familiesFor(text, covers)) {
      if (characters.has(family)) continue;
      await Font.load({ fontFamily: family });
      characters.set(family, new Set(typeface(family).characterSet));
    }
  }
}

function there(file: string): string {
  const path = fontFile(file);
  if (!existsSync(path)) throw new Error(`The agreement's typeface is not at ${path}`);
  return path;
}

/** The typeface of that family and weight; only after it was loaded. Other writing has one weight. */
export function typeface(fontFamily: string, fontWeight: number = WEIGHT.regular): Typeface {
  const data = Font.getFont({ fontFamily, fontWeight })?.data;
  if (!data) throw new Error("The agreement's typefaces are not loaded");
  return data as unknown as Typeface;
}
