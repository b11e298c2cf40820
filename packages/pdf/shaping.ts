import { readFile } from "node:fs/promises";
import type { GlyphInfo } from "harfbuzzjs";
import type { Typeface } from "./typeface";

/**
 * Lets HarfBuzz lay out a typeface's texts. Fontkit puts vowels and joined letters of Indian and related writing in wrong
 * places, which makes another name of them.
 */
export async function shapeByHarfBuzz(face: Typeface, file: string): Promise<void> {
  const { Blob, Buffer, Direction, Face, Font, shape } = await import("harfbuzzjs");
  const font = new Font(new Face(new Blob(await readFile(file))));
  face.layout = (text) => {
    const buffer = new Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(Direction.LTR);
    shape(font, buffer);
    const infos = buffer.getGlyphInfos();
    const spelt = spelling(infos, text, face);
    const glyphs = infos.map(({ codepoint: id }, at) => face.getGlyph(id, spelt[at]));
    const positions = buffer
      .getGlyphPositions()
      .map((position, at) => ({ ...position, advanceWidth: glyphs[at]?.advanceWidth }));
    return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) };
  };
}

/**
 * Fontkit keeps a glyph with the letters that it stood for first, in whichever document, so that a document's bytes would
 * follow from those before it.
 */
export function spellAfresh(face: Typeface): void {
  const find = face.getGlyph.bind(face);
  face.getGlyph = (id, codePoints = []) => {
    const isMark = codePoints.length > 0 && codePoints.every((one) => MARK.test(String.fromCodePoint(one)));
    return Object.create(find(id, codePoints), {
      codePoints: { value: codePoints },
      isMark: { value: isMark },
    });
  };
}

const MARK = /\p{M}/u;

/** The letters that each glyph stands for, each letter once: what a reader copies out of a document. */
function spelling(infos: readonly GlyphInfo[], text: string, face: Typeface): number[][] {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((one, other) => one - other);
  const left = new Map(
    starts.map((start, at) => [start, Array.from(text.slice(start, starts[at + 1]), codePointOf)]),
  );
  const own = infos.map(({ codepoint: id, cluster }) => {
    const letters = left.get(cluster) ?? [];
    const found = letters.findIndex((letter) => face.glyphForCodePoint(letter).id === id);
    return found < 0 ? [] : letters.splice(found, 1);
  });
  // Letters that were joined are left: they go to the first glyph that stands for none of its own, or else to another.
  for (const isWanted of [(at: number) => own[at]?.length === 0, () => true])
    infos.forEach(({ cluster }, at) => {
      if (isWanted(at)) own[at]?.push(...(left.get(cluster) ?? []).splice(0));
    });
  return own;
}

const codePointOf = (character: string) => character.codePointAt(0) ?? 0;
