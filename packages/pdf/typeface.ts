interface Glyph {
  /** 0 for a letter that the typeface does not have. */
  id: number;
  advanceWidth: number;
  /** What it stands for in a text. */
  codePoints: number[];
}

/** What we use of a fontkit typeface. Widths are in font units. */
export interface Typeface {
  unitsPerEm: number;
  characterSet: number[];
  glyphForCodePoint(codePoint: number): Glyph;
  getGlyph(id: number, codePoints?: number[]): Glyph;
  layout(text: string, ...options: (string | undefined)[]): { glyphs: Glyph[]; advanceWidth: number };
}
