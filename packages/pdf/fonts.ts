import { existsSync } from "node:fs";
import { join } from "node:path";
import { Font } from "@react-pdf/renderer";
import { type Covers, familiesFor, SCRIPT_FONTS, SHAPED } from "./scripts";
import { shapeByHarfBuzz, spellAfresh } from "./shaping";
import { FONT_FAMILY, WEIGHT } from "./theme";
import type { Typeface } from "./typeface";

const FILES = [
  { file: "Inter-Regular.ttf", fontWeight: WEIGHT.regular },
  { file: "Inter-SemiBold.ttf", fontWeight: WEIGHT.strong },
];

/** The characters of each typeface loaded so far, by family. */
const characters = new Map<string, Set<number>>();

export const covers: Covers = (family, character) =>
  characters.get(family)?.has(character.codePointAt(0) ?? 0) ?? false;

let loaded: Promise<void> | undefined;

/**
 * Registers all typefaces and reads the document's own, once.
 * @throws Error naming the file that is missing
 */
export function loadFonts(): Promise<void> {
  loaded ??= (async () => {
    Font.register({
      family: FONT_FAMILY,
      fonts: FILES.map(({ file, fontWeight }) => ({ src: there(file), fontWeight })),
    });
    for (const { family } of SCRIPT_FONTS) {
      const src = there(`${family}.ttf`);
      Font.register({ family, fonts: Object.values(WEIGHT).map((fontWeight) => ({ src, fontWeight })) });
    }
    // The library must not add hyphens: a name or an identifier would look different.
    Font.registerHyphenationCallback((word) => [word]);
    for (const { fontWeight } of FILES) await Font.load({ fontFamily: FONT_FAMILY, fontWeight });
    characters.set(FONT_FAMILY, new Set(typeface(FONT_FAMILY, WEIGHT.regular).characterSet));
  })();
  return loaded;
}

/** Reads the further typefaces that these texts need. Most need none. */
export async function loadFontsFor(texts: Iterable<string>): Promise<void> {
  await loadFonts();
  for (const text of texts) {
    for (const family of familiesFor(text, covers)) {
      if (characters.has(family)) continue;
      await Font.load({ fontFamily: family });
      spellAfresh(typeface(family));
      if (SHAPED.has(family)) await shapeByHarfBuzz(typeface(family), there(`${family}.ttf`));
      strengthen(family);
      characters.set(family, new Set(typeface(family).characterSet));
    }
  }
}

/** Their files have one weight: the strong one is the same typeface with its outlines drawn, too. `patches` has where. */
function strengthen(fontFamily: string): void {
  const strong = Font.getFont({ fontFamily, fontWeight: WEIGHT.strong }) as unknown as FontSource;
  strong.data = Object.create(typeface(fontFamily), { outline: { value: OUTLINE } });
  strong.loadResultPromise = Promise.resolve();
}

/** Of the strong weight's lines, in ems. */
const OUTLINE = 0.03;

interface FontSource {
  data: object;
  loadResultPromise: Promise<void>;
}

function there(file: string): string {
  // Written out like this, the build recognises the folder and packs only that one.
  const path = join(process.cwd(), "packages/pdf/fonts", file);
  if (!existsSync(path)) throw new Error(`The agreement's typeface is not at ${path}`);
  return path;
}

/** @throws Error before it was loaded */
export function typeface(fontFamily: string, fontWeight: number = WEIGHT.regular): Typeface {
  const data = Font.getFont({ fontFamily, fontWeight })?.data;
  if (!data) throw new Error("The agreement's typefaces are not loaded");
  return data as unknown as Typeface;
}
