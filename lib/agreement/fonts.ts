import { existsSync } from "node:fs";
import { join } from "node:path";
import { Font } from "@react-pdf/renderer";
import { FONT_FAMILY, WEIGHT } from "./theme";

/** A typeface as far as this document asks it anything. Widths are in font units. */
interface Typeface {
  unitsPerEm: number;
  characterSet: number[];
  glyphForCodePoint(codePoint: number): { advanceWidth: number };
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

let loaded: Promise<void> | undefined;

/**
 * Registers the typefaces and reads them, once.
 * @throws Error naming the file that is missing.
 */
export function loadFonts(): Promise<void> {
  loaded ??= (async () => {
    for (const { file } of FILES) {
      if (!existsSync(fontFile(file)))
        throw new Error(`The agreement's typeface is not at ${fontFile(file)}`);
    }
    Font.register({
      family: FONT_FAMILY,
      fonts: FILES.map(({ file, fontWeight }) => ({ src: fontFile(file), fontWeight })),
    });
    // A hyphen that nobody wrote has no place in a name, an identifier or a clause.
    Font.registerHyphenationCallback((word) => [word]);
    for (const { fontWeight } of FILES) await Font.load({ fontFamily: FONT_FAMILY, fontWeight });
  })();
  return loaded;
}

/** The typeface of that weight; only after `loadFonts`. */
export function typeface(fontWeight: number): Typeface {
  const data = Font.getFont({ fontFamily: FONT_FAMILY, fontWeight })?.data;
  if (!data) throw new Error("The agreement's typefaces are not loaded");
  return data as unknown as Typeface;
}
